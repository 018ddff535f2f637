import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Calibration } from '../../contracts/constraint.ts';
import { writeCalibration } from './write-calibration.ts';

const CALIBRATION: Calibration = {
  passing: { runs: 73, fired: 2 },
  failing: null,
  precision: null,
  weight: 0.4,
};
const ONE_LINE = '{ "passing": { "runs": 73, "fired": 2 }, "failing": null, "precision": null, "weight": 0.4 }';
const given = new Map([['b', CALIBRATION]]);

it('adds a calibration and leaves all else as it was written', () => {
  const text = `{
  "name": "shop",
  "constraints": [
    { "id": "a", "note": "{ \\"id\\": \\"b\\" ]" },
    {
      "id": "b",   "severity": "high",
      "check": {
        "language": "javascript", "source": "() => 1e-2" }
    }
  ],
  "description": "kept"
}
`;
  const at = text.indexOf('() => 1e-2" }') + '() => 1e-2" }'.length;
  expect(writeCalibration(text, given)).toBe(
    `${text.slice(0, at)},\n      "calibration": ${ONE_LINE}${text.slice(at)}`,
  );
});

it('puts a new calibration in the place of an old one', () => {
  const text = '{"constraints": [{"id": "b", "calibration": {"weight": [1, {}]}, "type": "ANY"}]}';
  expect(writeCalibration(text, given)).toBe(
    `{"constraints": [{"id": "b", "calibration": ${ONE_LINE}, "type": "ANY"}]}`,
  );
});

it('writes a dense file densely', () => {
  const text = '{"constraints":[{"id":"b","n":1.5}]}';
  expect(writeCalibration(text, given)).toBe(
    `{"constraints":[{"id":"b","n":1.5,"calibration":${JSON.stringify(CALIBRATION)}}]}`,
  );
});

it('leaves a file alone in which nothing is to be written', () => {
  for (const text of [
    '{}',
    '{"constraints": []}',
    '{"constraints": [{"id": "z"}, 3, null]}',
    '[]',
    '{"constraints": 7}',
  ]) {
    expect(writeCalibration(text, given)).toBe(text);
  }
});

it('changes the calibrations and nothing else, in any JSON', () => {
  const constraint = fc.record({
    id: fc.constantFrom('a', 'b', 'c\n"'),
    more: fc.jsonValue(),
    calibration: fc.jsonValue(),
  });
  fc.assert(
    fc.property(
      fc.record({ before: fc.jsonValue(), constraints: fc.array(constraint), after: fc.jsonValue() }),
      fc.constantFrom(undefined, 1, 2, '\t'),
      (pack, indent) => {
        const all = new Map(['a', 'c\n"'].map((id) => [id, CALIBRATION]));
        const written: unknown = JSON.parse(writeCalibration(JSON.stringify(pack, null, indent), all));
        const wanted = {
          ...pack,
          constraints: pack.constraints.map((one) => (one.id === 'b' ? one : { ...one, calibration: CALIBRATION })),
        };
        expect(written).toEqual(JSON.parse(JSON.stringify(wanted)));
      },
    ),
  );
});
