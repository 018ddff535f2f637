import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { committedSamples } from '../scripts/evidence/gold/samples.ts';
import { AppError } from '../src/base/errors.ts';
import type { Trajectory } from '../src/contracts/trajectory.ts';
import { parseTrace } from '../src/formats/read-trace.ts';
import { buildGraph } from '../src/graph/build-graph.ts';
import { runPipeline } from '../src/pipeline/run-pipeline.ts';
import { indexTrajectory } from '../src/trajectory/index-trajectory.ts';

/** Every sample trace of the repository: the examples, and the fixtures of each format. */
const samples = committedSamples(resolve(import.meta.dirname, '..')).flatMap(({ name, read }) =>
  trajectoriesIn(name, read()).map((trajectory, at) => [`${name} ${at}`, trajectory] as const),
);

/** None where the file is no trace: a format has samples of what is not its own too. */
function trajectoriesIn(name: string, text: string): readonly Trajectory[] {
  try {
    return parseTrace(text, name).flatMap((read) => (read.ok ? [read.value] : []));
  } catch (error) {
    if (AppError.isInstance(error)) return [];
    throw error;
  }
}

const graphOf = (trajectory: Trajectory) => buildGraph(indexTrajectory(trajectory), { trajectory: '' });

it('looks at many samples', () => {
  expect(samples.length).toBeGreaterThan(30);
});

describe.each(samples)('%s', (_name, trajectory) => {
  it('has its markers in order, whoever says that it failed', () => {
    for (const outcome of ['trace', 'failed'] as const) {
      const { markers } = runPipeline(trajectory, { outcome }).diagnosis;
      const { firstAnomaly, critical, lastRecoverable, pointOfNoReturn } = markers;
      if (critical === null) continue;
      expect(firstAnomaly?.position).toBeLessThanOrEqual(critical.position);
      expect(critical.position).toBeLessThanOrEqual(pointOfNoReturn?.position ?? -1);
      if (lastRecoverable !== null) expect(lastRecoverable.position).toBeLessThan(pointOfNoReturn?.position ?? -1);
    }
  });

  it('has a graph without cycles, and values that stand at both ends', () => {
    const { eventById } = indexTrajectory(trajectory);
    for (const { from, to, carrier } of graphOf(trajectory).edges) {
      expect(from).toBeLessThan(to);
      if (carrier.type !== 'value') continue;
      const [source, use] = [eventById.get(carrier.fromEventId), eventById.get(carrier.toEventId)];
      expect(source?.step.position).toBe(from);
      expect(use?.step.position).toBe(to);
      expect(use?.event.text.slice(carrier.toStart, carrier.toStart + carrier.value.length)).toBe(carrier.value);
      // The source may hold a part of the value, or the value as a part of a longer one, with other separators.
      const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
      const there = letters(source?.event.text.slice(carrier.fromStart, carrier.fromStart + 400) ?? '');
      expect(there).toContain(letters(carrier.value).slice(0, 3));
    }
  });

  it('keeps its earlier nodes and edges when a step is added at the end', () => {
    const whole = graphOf(trajectory);
    const part = graphOf({ ...trajectory, steps: trajectory.steps.slice(0, -1) });
    const length = trajectory.steps.length - 1;
    expect(whole.nodes.slice(0, length)).toEqual(part.nodes);
    expect(whole.edges.filter(({ to }) => to < length)).toEqual(part.edges);
  });

  it('is diagnosed the same when its agents have other names', () => {
    const gist = (run: ReturnType<typeof runPipeline>) => ({
      markers: Object.entries(run.diagnosis.markers).map(([name, marker]) => [name, marker?.position]),
      category: run.diagnosis.category,
      mode: run.diagnosis.mode,
      selection: run.diagnosis.selection?.map(({ marker, relation }) => [marker, relation]),
    });
    const renamed = runPipeline(withOtherNames(trajectory), { outcome: 'failed' });
    expect(gist(renamed)).toEqual(gist(runPipeline(trajectory, { outcome: 'failed' })));
  });
});

/** Every agent under another name, wherever the trajectory names it as an agent. */
function withOtherNames(trajectory: Trajectory): Trajectory {
  const names = new Map<string, string>();
  const other = (name: string): string => {
    const known = names.get(name.toLowerCase());
    if (known !== undefined) return known;
    const made = `Someone${names.size}`;
    names.set(name.toLowerCase(), made);
    return made;
  };
  return {
    ...trajectory,
    agents: trajectory.agents.map((agent) => ({ ...agent, name: other(agent.name) })),
    steps: trajectory.steps.map((step) => ({
      ...step,
      agent: other(step.agent),
      events: step.events.map((event) => {
        if (event.kind === 'handoff') {
          return { ...event, to: other(event.to), from: event.from === null ? null : other(event.from) };
        }
        return event.kind === 'message' && event.to !== null ? { ...event, to: other(event.to) } : event;
      }),
    })),
  };
}
