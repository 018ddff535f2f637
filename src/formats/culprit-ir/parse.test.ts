import { describe, expect, it } from 'vitest';
import { fixtureDocument } from '../../../test/read-format-fixture.ts';
import { parseTrace } from '../read-trace.ts';
import { culpritIr } from './index.ts';

const trajectory = fixtureDocument('culprit-ir', 'refund.json') as Record<string, unknown>;
const read = (value: unknown) => parseTrace(JSON.stringify(value), 'copy.json');

describe('culprit-ir', () => {
  it('reads a trajectory back as it was, with the source it was made from', () => {
    expect(read(trajectory)).toEqual([{ ok: true, value: trajectory }]);
    expect(trajectory.source).toMatchObject({ uri: 'refund.json', format: 'tau-bench' });
  });

  it('reads lists, and lines', () => {
    expect(read([trajectory, trajectory])).toHaveLength(2);
    const lines = `${JSON.stringify(trajectory)}\n${JSON.stringify(trajectory)}\n`;
    expect(parseTrace(lines)).toEqual([trajectory, trajectory].map((value) => ({ ok: true, value })));
  });

  it('is not taken for one of the formats that it was made from', () => {
    expect(culpritIr.detect(trajectory)).toBe(1);
    expect(culpritIr.detect({ kind: 'diagnosis', schemaVersion: 1 })).toBe(0);
    expect(culpritIr.detect({ kind: 'trajectory' })).toBe(0);
  });

  it.each([
    [{ ...trajectory, steps: 7 }, 'ARTIFACT_INVALID'],
    [{ ...trajectory, schemaVersion: 99 }, 'ARTIFACT_TOO_NEW'],
    [{ ...trajectory, steps: [] }, 'TRACE_NO_STEPS'],
    [{ kind: 'run', schemaVersion: 1 }, 'ARTIFACT_INVALID'],
  ])('refuses what is none', (value, code) => {
    expect(read(value)).toMatchObject([{ ok: false, error: { code } }]);
  });
});
