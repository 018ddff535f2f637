import { AppError } from '../../base/errors.ts';
import type { Opinion } from '../../contracts/opinion.ts';
import type { LlmJudge, ReadingInput } from './llm-judge.ts';

/** More voices than three change nothing but the bill (RAFFLES, arXiv 2509.06822). */
export const MAX_PANEL = 3;
export const MAX_SAMPLES = 25;

export type PanelInput = Omit<ReadingInput, 'sampleIndex'>;

/**
 * Has several judges read a run, each so many times, side by side; the opinions come in the order of the judges, then of
 * the samples. A judge that looks at the opinions of others reads after them, each sample with those of the same sample.
 * @throws AppError INTERNAL for more than three judges or an impossible number of samples; what `signal` was aborted with
 */
export async function readPanel(
  judges: readonly LlmJudge[],
  samples: number,
  input: PanelInput,
): Promise<readonly Opinion[]> {
  if (judges.length > MAX_PANEL) throw new AppError('INTERNAL', `a panel has at most ${MAX_PANEL} judges`);
  if (!Number.isInteger(samples) || samples < 1 || samples > MAX_SAMPLES) {
    throw new AppError('INTERNAL', `a judge reads a run 1 to ${MAX_SAMPLES} times, not ${samples} times`);
  }
  const readings = Array.from({ length: samples }, (_, sampleIndex) => readOnce(judges, { ...input, sampleIndex }));
  const bySample = await Promise.all(readings);
  return judges.flatMap((_, at) => bySample.flatMap((opinions) => opinions[at] ?? []));
}

/** One opinion a judge, in their order. */
async function readOnce(judges: readonly LlmJudge[], input: ReadingInput): Promise<readonly Opinion[]> {
  const alone = judges.map((judge) => (judge.readsOpinions === true ? null : judge.read(input)));
  const later = judges.map(async (judge, at) => {
    const reading = alone[at];
    if (reading !== null && reading !== undefined) return reading;
    const others = (await Promise.all(alone.flatMap((one) => one ?? []))).filter(({ failure }) => failure === null);
    return judge.read({ ...input, opinions: [...(input.opinions ?? []), ...others] });
  });
  return Promise.all(later);
}
