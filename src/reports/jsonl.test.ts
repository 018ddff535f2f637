import { describe, expect, it } from 'vitest';
import { AppError } from '../base/errors.ts';
import { diagnosisSchema } from '../contracts/diagnosis.ts';
import { SAMPLE_RUNS } from './__fixtures__/sample-runs.ts';
import { json, renderJson } from './json.ts';
import { jsonl, renderErrorLine, renderJsonl } from './jsonl.ts';

const runs = Object.values(SAMPLE_RUNS).map((make) => make());
// What any reader may take for the end of a line: Python's str.splitlines has the longest list.
const LINE_END = /[\n\r\u000b\u000c\u001c-\u001e\u0085\u2028\u2029]/;

describe('renderJsonl and renderJson', () => {
  it('give the diagnosis back as it is', () => {
    for (const run of runs) {
      expect(diagnosisSchema.parse(JSON.parse(renderJsonl(run)))).toEqual(run.diagnosis);
      expect(JSON.parse(renderJson(run))).toEqual(run.diagnosis);
    }
  });

  it('keep a diagnosis on one line, with nothing that steers a terminal', () => {
    for (const run of runs) {
      expect(renderJsonl(run)).not.toMatch(LINE_END);
      expect(renderJsonl(run)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
    expect(jsonl.renderMany(runs).split('\n')).toHaveLength(runs.length);
    expect(JSON.parse(json.renderMany(runs))).toEqual(runs.map((run) => run.diagnosis));
  });
});

describe('renderErrorLine', () => {
  it('stands where the diagnosis would', () => {
    const error = new AppError('TRACE_JSON_INVALID', 'not valid JSON\u2028(line 1)');
    const line = renderErrorLine(error, { uri: 'a\nb.json' });
    expect(line).not.toMatch(LINE_END);
    expect(JSON.parse(line)).toEqual({
      schemaVersion: 1,
      trajectoryId: null,
      source: { uri: 'a\nb.json', format: null },
      error: { code: 'TRACE_JSON_INVALID', message: 'not valid JSON\u2028(line 1)', hint: error.hint },
    });
  });
});
