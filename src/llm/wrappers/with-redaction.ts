import { withDetails } from '../model-error.ts';
import type { Wrapper } from '../raw-model.ts';
import { createMask } from '../redaction/mask.ts';
import { type OwnPattern, ownKind } from '../redaction/own-patterns.ts';
import { SECRET_KINDS } from '../redaction/secret-patterns.ts';

/** Masks secrets and personal data in what is sent, and puts them back into what comes back. */
export function withRedaction(patterns: readonly OwnPattern[] = []): Wrapper {
  const kinds = [...patterns.map(ownKind), ...SECRET_KINDS];
  return (model) => ({
    id: model.id,
    generate: async (request) => {
      const mask = createMask(kinds);
      const masked = { ...request, system: mask.apply(request.system), prompt: mask.apply(request.prompt) };
      try {
        const answer = await model.generate(masked);
        return { ...answer, text: mask.restore(answer.text, request.schema !== null), masked: { ...mask.counts } };
      } catch (error) {
        throw withDetails(error, { masked: { ...mask.counts } });
      }
    },
  });
}
