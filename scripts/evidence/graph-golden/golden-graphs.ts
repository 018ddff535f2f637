import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseTrace } from '../../../src/formats/read-trace.ts';
import { buildGraph } from '../../../src/graph/build-graph.ts';
import { indexTrajectory } from '../../../src/trajectory/index-trajectory.ts';
import { hasWholeOrder, outlineGraph } from './outline-graph.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'test/__fixtures__/golden-graphs');

/** Samples whose graphs were read by eye, by the name of the golden file: the trace, and its place in the file. */
export const GOLDEN_GRAPHS = {
  'anthropic-tool-use': ['src/formats/anthropic-messages/__fixtures__/tool-use.json', 0],
  'claude-code-session': ['examples/claude-code-session.json', 0],
  'kettle-telemetry': ['src/formats/otel-json-local/__fixtures__/electric-kettle.json', 0],
  'magentic-log': ['src/formats/magentic-one/__fixtures__/log.json', 0],
  'mini-swe-format-error': ['src/formats/mini-swe-agent/__fixtures__/format-error-and-submission.json', 0],
  'openai-agents': ['src/formats/openinference/__fixtures__/openai-agents.flat.json', 0],
  'openhands-atif': ['src/formats/atif/__fixtures__/openhands.json', 0],
  'react-chat': ['src/formats/openai-chat/__fixtures__/react.json', 0],
  smolagents: ['src/formats/openinference/__fixtures__/smolagents.flat.json', 0],
  'swe-agent': ['src/formats/swe-agent/__fixtures__/run.json', 0],
  'tau-airline-trial': ['src/formats/tau-bench/__fixtures__/airline-trials.json', 1],
  'tau-retail': ['src/formats/tau-bench/__fixtures__/retail-runs.json', 0],
  'tau-shirts': ['examples/tau-retail-miscounted-shirts.json', 0],
} as const satisfies Record<string, readonly [file: string, place: number]>;

export type GoldenName = keyof typeof GOLDEN_GRAPHS;

export const goldenFile = (name: GoldenName): string => join(FOLDER, `${name}.txt`);

/** The graph of a sample as it is built now, and as the golden file has it; null where there is no such file. */
export function compareGolden(name: GoldenName): {
  readonly now: string;
  readonly golden: string | null;
  readonly ordered: boolean;
} {
  const [file, place] = GOLDEN_GRAPHS[name];
  const read = parseTrace(readFileSync(join(ROOT, file), 'utf8'), file)[place];
  if (read?.ok !== true) throw new Error(`${file} holds no run ${place}`);
  const graph = buildGraph(indexTrajectory(read.value), { trajectory: '' });
  const path = goldenFile(name);
  return {
    now: `${file} ${place}\n\n${outlineGraph(graph)}`,
    golden: existsSync(path) ? readFileSync(path, 'utf8') : null,
    ordered: hasWholeOrder(graph),
  };
}
