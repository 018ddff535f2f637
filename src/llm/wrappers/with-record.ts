import { join } from 'node:path';
import { isModelError } from '../../contracts/model.ts';
import { type AnswerOutcome, answerFile, writeAnswerFile } from '../answer-file.ts';
import { detailsOf } from '../model-error.ts';
import type { RawRequest, Wrapper } from '../raw-model.ts';
import { requestKey } from '../request-key.ts';
import { toStored } from './with-cache.ts';

/** Keeps every call of a run, failures too, so that it can be replayed. What cannot be written fails the call. */
export const withRecord =
  (folder: string): Wrapper =>
  (model) => {
    const keep = (request: RawRequest, outcome: AnswerOutcome): Promise<void> => {
      const key = requestKey(model.id, request);
      return writeAnswerFile(join(folder, `${key}.json`), answerFile(key, model.id, request.purpose, outcome));
    };
    return {
      id: model.id,
      generate: async (request) => {
        try {
          const answer = await model.generate(request);
          await keep(request, { answer: toStored(answer) });
          return answer;
        } catch (error) {
          if (isModelError(error)) {
            const { retryable = false, attempts = 0 } = detailsOf(error);
            await keep(request, { failure: { code: error.code, message: error.message, retryable, attempts } });
          }
          throw error;
        }
      },
    };
  };
