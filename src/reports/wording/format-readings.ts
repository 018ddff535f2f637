import type { Run } from '../../contracts/run.ts';
import { countOf, formatCount } from './format-number.ts';
import { joinWords } from './join-words.ts';
import { leadOf } from './marker-words.ts';
import { numberAt } from './step-names.ts';

export interface ReadingsWords {
  /** "openai:gpt-5 names this step, in 2 of 3 readings; otherwise step 9". */
  readonly verdict: string;
  /** Null where no model names the leading step. */
  readonly rationale: string | null;
  readonly correction: string | null;
}

/** What models that read the run say of it; null where none was asked. */
export function readingsWords(run: Run): ReadingsWords | null {
  const { readings } = run.diagnosis;
  if (readings == null) return null;
  const { models, asked, answered, agreeing, positions, quotes } = readings;
  const who = joinWords(models);
  const lead = leadOf(run.diagnosis);
  const parts: string[] = [];
  if (answered === 0) {
    parts.push(`${who} gave no answer${asked === 1 ? '' : ` in ${countOf(asked, 'reading')}`}: judged without it`);
  } else {
    const others = positions
      .filter((position) => position !== lead?.position)
      .map((position) => String(numberAt(run, position)));
    const inReadings = answered === 1 ? '' : ` in ${formatCount(agreeing)} of ${countOf(answered, 'reading')}`;
    const elsewhere = others.length === 0 ? '' : `step ${joinWords(others)}`;
    if (agreeing > 0) parts.push(`${who} names this step${inReadings}${elsewhere === '' ? '' : `, else ${elsewhere}`}`);
    else parts.push(`${who} names ${elsewhere === '' ? 'no step' : elsewhere} instead`);
    if (answered < asked) parts.push(`${countOf(asked - answered, 'reading')} without an answer`);
    if (quotes.given > 0) parts.push(`${formatCount(quotes.found)} of its ${countOf(quotes.given, 'quote')} found`);
  }
  return { verdict: parts.join('; '), rationale: readings.rationale || null, correction: readings.correction };
}
