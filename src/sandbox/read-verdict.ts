import { isRecord, own } from '../base/json.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { CheckVerdict } from '../contracts/sandbox.ts';

const MAX_EVIDENCE = 50;

/** Reads what a check returned; the error says what was wrong with it. */
export function readVerdict(value: unknown): Result<CheckVerdict, string> {
  if (typeof value === 'boolean') {
    return ok({ holds: value, message: null, evidence: [], step: null, recovered: null });
  }
  if (!isRecord(value)) return err(`got ${describe(value)}`);
  const holds = own(value, 'holds');
  if (holds !== null && typeof holds !== 'boolean') {
    return err(holds === undefined ? 'got an object without holds' : `got an object whose holds is ${describe(holds)}`);
  }
  const message = own(value, 'message') ?? null;
  if (message !== null && typeof message !== 'string') return err(`message is ${describe(message)}, not text`);
  const listed = own(value, 'evidence') ?? [];
  if (!Array.isArray(listed)) return err(`evidence is ${describe(listed)}, not a list`);
  if (listed.length > MAX_EVIDENCE) return err(`evidence names ${listed.length} places, more than ${MAX_EVIDENCE}`);
  const evidence: CheckVerdict['evidence'] = [];
  for (const item of listed) {
    const position = own(item, 'position');
    const quote = own(item, 'quote') ?? null;
    if (!isPosition(position)) {
      return err('evidence needs a position, counted from 0, for each place');
    }
    if (quote !== null && typeof quote !== 'string') return err(`a quote is ${describe(quote)}, not text`);
    evidence.push({ position, quote });
  }
  const step = own(value, 'step') ?? null;
  const recovered = own(value, 'recovered') ?? null;
  if (step !== null && !isPosition(step)) return err('step is no position, counted from 0');
  if (recovered !== null && !isPosition(recovered)) return err('recovered is no position, counted from 0');
  return ok({ holds, message, evidence, step, recovered });
}

const isPosition = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return isRecord(value) ? 'an object' : `a ${typeof value}`;
}
