import { join } from 'node:path';
import { answerFile, readAnswerFile, writeAnswerFile } from '../answer-file.ts';
import type { RawAnswer, Wrapper } from '../raw-model.ts';
import { requestKey } from '../request-key.ts';

export interface CacheOptions {
  readonly folder: string;
  /** Address that the model is served at: the same name means another model elsewhere. Null = the provider's own. */
  readonly endpoint: string | null;
}

/**
 * Answers from disk what was answered before; failures are not kept. Equal requests under way at once are sent once.
 * An entry that cannot be read or written costs a note, never the call.
 */
export const withCache =
  ({ folder, endpoint }: CacheOptions): Wrapper =>
  (model) => {
    const underWay = new Map<string, Promise<RawAnswer>>();
    return {
      id: model.id,
      generate: async (request) => {
        const key = requestKey(model.id, request, endpoint);
        // Nobody may be failed by another one's signal, so calls that can be aborted go alone.
        if (request.signal !== undefined) return answer(key);
        const running = underWay.get(key);
        if (running !== undefined) return { ...(await running), ...FROM_DISK };
        const work = answer(key);
        underWay.set(key, work);
        try {
          return await work;
        } finally {
          underWay.delete(key);
        }

        async function answer(name: string): Promise<RawAnswer> {
          const path = join(folder, name.slice(0, 2), `${name}.json`);
          const found = await readAnswerFile(path, name);
          if (found.kind === 'found' && 'answer' in found.outcome) return { ...found.outcome.answer, ...FROM_DISK };
          const fresh = await model.generate(request);
          const notes = found.kind === 'invalid' ? [`the cached answer ${name} ${found.why}: asked anew`] : [];
          try {
            await writeAnswerFile(path, answerFile(name, model.id, request.purpose, { answer: toStored(fresh) }));
          } catch (error) {
            notes.push(`the answer was not cached: ${error instanceof Error ? error.message : String(error)}`);
          }
          return notes.length === 0 ? fresh : { ...fresh, notes: [...fresh.notes, ...notes] };
        }
      },
    };
  };

const FROM_DISK = { cached: true, costUsd: 0, attempts: 0 } as const;

/** A copy that the schema's mutable lists accept. */
export const toStored = (answer: RawAnswer) => ({
  ...answer,
  usage: { ...answer.usage },
  masked: { ...answer.masked },
  notes: [...answer.notes],
});
