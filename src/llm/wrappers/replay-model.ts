import { join } from 'node:path';
import { excerpt } from '../../base/text.ts';
import { readAnswerFile } from '../answer-file.ts';
import { modelError } from '../model-error.ts';
import type { RawModel } from '../raw-model.ts';
import { requestKey } from '../request-key.ts';

/**
 * Answers as recorded, costs and all, with no network and no key: in place of the provider and of everything that
 * stands before it.
 */
export const replayModel = (id: string, folder: string): RawModel => ({
  id,
  generate: async (request) => {
    const key = requestKey(id, request);
    const found = await readAnswerFile(join(folder, `${key}.json`), key);
    if (found.kind !== 'found') {
      const why = found.kind === 'missing' ? 'holds no answer to' : `has an unusable answer (it ${found.why}) to`;
      const call = `${request.purpose} call ${key} of ${id} (sample ${request.sampleIndex}, answer "${request.schemaName}")`;
      throw modelError(
        'MODEL_REPLAY_MISSING',
        `the recording in ${folder} ${why} the ${call}: ${excerpt(request.prompt, 120)}`,
        { key, purpose: request.purpose },
      );
    }
    if ('answer' in found.outcome) return found.outcome.answer;
    const { code, message, ...details } = found.outcome.failure;
    throw modelError(code, message, details);
  },
});
