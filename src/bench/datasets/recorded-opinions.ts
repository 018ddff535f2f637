import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import type { Opinion } from '../../contracts/opinion.ts';
import { categoryOf } from '../../taxonomy/category-names.ts';
import { MODE_IDS } from '../../taxonomy/modes.ts';
import { locateQuote } from '../../trajectory/locate-quote.ts';
import type { LabelledRun } from './dataset.ts';

const FILES: Readonly<Record<string, string>> = {
  'agentrx-tau': 'agentrx-tau.jsonl',
  'whowhen-ag': 'whowhen-algorithm-generated.jsonl',
  'whowhen-hc': 'whowhen-hand-crafted.jsonl',
};

/** Finds what a model was recorded to say of a labelled run; null where nothing is. Steps are 0-based positions. */
export function recordedOpinions(folder: string): (run: LabelledRun) => Opinion | null {
  const byRun = new Map<string, unknown>();
  for (const [dataset, file] of Object.entries(FILES)) {
    const path = join(folder, 'model-judgments', file);
    if (!existsSync(path)) continue;
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line.trim() === '') continue;
      const record: unknown = JSON.parse(line);
      byRun.set(`${dataset}:${String(own(record, 'task_id') ?? own(record, 'source_file'))}`, record);
    }
  }
  return (run) => {
    const { metadata, id, source } = run.trajectory;
    const names = [metadata.taskId, source.uri?.split('/').at(-1), id];
    const record = names.map((name) => byRun.get(`${run.dataset}:${String(name)}`)).find(isRecord);
    return record === undefined ? null : opinionOf(record, run);
  };
}

function opinionOf(record: Readonly<Record<string, unknown>>, { trajectory }: LabelledRun): Opinion {
  const { steps } = trajectory;
  const place = (value: unknown): number | null =>
    typeof value === 'number' && steps[value] !== undefined ? value : null;
  const cited = place(own(record, 'quote_step'));
  const step = cited === null ? undefined : steps[cited];
  const quote = ownString(record, 'quote') ?? '';
  const mode = ownString(record, 'mode');
  const confidence = own(record, 'confidence');
  return {
    judge: 'recorded',
    modelId: 'recorded',
    model: null,
    sampleIndex: 0,
    failure: null,
    firstMistake: place(own(record, 'first_mistake_step')),
    critical: place(own(record, 'critical_step')),
    decisive: place(own(record, 'decisive_step')),
    agent: ownString(record, 'agent'),
    category: categoryOf(own(record, 'category')),
    mode: MODE_IDS.find((one) => one === mode) ?? null,
    confidence: typeof confidence === 'number' ? confidence : null,
    alternatives: (ownArray(record, 'alternatives') ?? []).flatMap((one) => {
      const position = place(one);
      return position === null ? [] : [{ position, category: null, why: '' }];
    }),
    evidence: [{ position: cited, quote, found: step === undefined ? null : locateQuote(step, quote, 'cited') }],
    rationale: ownString(record, 'rationale') ?? '',
    correction: '',
    problems: [],
  };
}
