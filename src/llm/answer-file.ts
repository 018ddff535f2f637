import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { AppError } from '../base/errors.ts';
import { own, tryParseJson } from '../base/json.ts';
import { MODEL_ERRORS } from '../contracts/model.ts';

const count = z.number().int().min(0).nullable();

const answerSchema = z.object({
  text: z.string(),
  usage: z.object({ inputTokens: count, cachedTokens: count, outputTokens: count }),
  costUsd: z.number().min(0).nullable(),
  model: z.string(),
  finishReason: z.enum(['stop', 'length', 'other']),
  cached: z.boolean(),
  attempts: z.number().int().min(0),
  masked: z.record(z.string(), z.number()),
  notes: z.array(z.string()),
});

/** What a cache or a recording keeps of one call. A failure is kept by recordings alone. */
const answerFileSchema = z.object({
  kind: z.literal('model-answer'),
  schemaVersion: z.literal(1),
  key: z.string(),
  modelId: z.string(),
  purpose: z.string(),
  outcome: z.union([
    z.object({ answer: answerSchema }),
    z.object({
      failure: z.object({
        code: z.enum(MODEL_ERRORS),
        message: z.string(),
        retryable: z.boolean(),
        attempts: z.number().int().min(0),
      }),
    }),
  ]),
});

export type AnswerFile = z.infer<typeof answerFileSchema>;
export type AnswerOutcome = AnswerFile['outcome'];

/** `missing` where there is no file, `invalid` where it cannot be used as the answer to `key`. */
export type AnswerLookup =
  | { readonly kind: 'found'; readonly outcome: AnswerOutcome }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly why: string };

export async function readAnswerFile(path: string, key: string): Promise<AnswerLookup> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const code = own(cause, 'code');
    return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'invalid', why: `cannot be read (${String(code)})` };
  }
  const read = answerFileSchema.safeParse(tryParseJson(text));
  if (!read.success) return { kind: 'invalid', why: 'is damaged, or of another version' };
  return read.data.key === key
    ? { kind: 'found', outcome: read.data.outcome }
    : { kind: 'invalid', why: 'holds the answer to something else' };
}

/**
 * Writes to a file beside it first, so that no reader ever sees half an answer, and only this user can read it.
 * @throws AppError OUTPUT_UNWRITABLE
 */
export async function writeAnswerFile(path: string, file: AnswerFile): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, `${JSON.stringify(file, null, 1)}\n`, { mode: 0o600 });
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw new AppError('OUTPUT_UNWRITABLE', `cannot write ${path}`, { cause });
  }
}

export const answerFile = (key: string, modelId: string, purpose: string, outcome: AnswerOutcome): AnswerFile => ({
  kind: 'model-answer',
  schemaVersion: 1,
  key,
  modelId,
  purpose,
  outcome,
});
