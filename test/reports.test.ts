import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTrace } from '../src/formats/read-trace.ts';
import { runPipeline } from '../src/pipeline/run-pipeline.ts';
import { TSHIRT_STEPS } from '../src/reports/__fixtures__/tshirt-run.ts';
import { REPORTS } from '../src/reports/index.ts';
import type { Report } from '../src/reports/report.ts';
import { dataFolder, dataPath } from './data-folder.ts';

const root = join(import.meta.dirname, '..');

/** The sample as a chat with tools, the way tau-bench writes it. */
function chatOf(steps: typeof TSHIRT_STEPS): string {
  const traj = steps.map(({ role, events }) => {
    const text = events.find((event) => event.kind === 'message')?.text ?? null;
    const call = events.find((event) => event.kind === 'tool-call');
    const result = events.find((event) => event.kind === 'tool-result');
    if (result !== undefined)
      return { role: 'tool', tool_call_id: result.callId, name: result.name, content: result.text };
    if (call === undefined) return { role: role === 'user' ? 'user' : 'assistant', content: text };
    const fn = { name: call.name, arguments: call.text };
    return { role: 'assistant', content: text, tool_calls: [{ id: call.callId, type: 'function', function: fn }] };
  });
  return JSON.stringify([{ task_id: 7, reward: 0, traj }]);
}

const runsOf = (text: string, uri: string) =>
  parseTrace(text, uri).flatMap((result) => (result.ok ? [runPipeline(result.value, { now: () => 0 })] : []));

describe('REPORTS', () => {
  it('has a file and a section in the documentation for each report', () => {
    const files = readdirSync(join(root, 'src/reports'));
    const page = readFileSync(join(root, 'docs/reference/reports.md'), 'utf8');
    const sections = [...page.matchAll(/^## `(\w+)`$/gm)].map(([, name]) => name);
    expect(sections).toEqual(Object.keys(REPORTS));
    for (const name of Object.keys(REPORTS)) expect(files).toContain(`${name}.ts`);
  });

  it.each(Object.entries<Report>(REPORTS))('tells what the pipeline made of a chat: %s', (_, report) => {
    const runs = runsOf(chatOf(TSHIRT_STEPS), 'run.json');
    expect(runs).toHaveLength(1);
    for (const run of runs) expect(report.render(run)).toContain('run.json');
    expect(report.renderMany([...runs, ...runs])).toContain('run.json');
  });

  describe.skipIf(dataFolder === null)('on public traces (no data)', () => {
    it.each(Object.entries<Report>(REPORTS))('tells every run of a tau-bench file: %s', (name, report) => {
      const runs = runsOf(readFileSync(dataPath('tau-bench/gpt-4o-airline.json'), 'utf8'), 'gpt-4o-airline.json');
      expect(runs.length).toBeGreaterThan(10);
      for (const run of runs.slice(0, 40)) expect(report.render(run).length).toBeGreaterThan(100);
      const all = report.renderMany(runs);
      expect(Buffer.byteLength(all)).toBeLessThanOrEqual(20_000_000);
      if (name === 'jsonl') expect(all.split('\n')).toHaveLength(runs.length);
    });
  });
});
