import { modelError } from './model-error.ts';
import { PROVIDERS, type ProviderName } from './providers/index.ts';

const MAX_NAME_CHARS = 2_000;

const isProvider = (name: string): name is ProviderName => Object.hasOwn(PROVIDERS, name);

/**
 * Splits `provider:model`.
 * @throws AppError MODEL_UNKNOWN, with all names of providers
 */
export function parseModelName(name: string): { readonly provider: ProviderName; readonly model: string } {
  const colon = name.indexOf(':');
  const provider = name.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  const model = name.slice(colon + 1).trim();
  const known = Object.values(PROVIDERS).map(({ example }) => example);
  if (name.length > MAX_NAME_CHARS || !isProvider(provider)) {
    throw modelError(
      'MODEL_UNKNOWN',
      `"${name.slice(0, 80)}" is not the name of a model. Names look like ${known.join(', ')}`,
    );
  }
  if (model === '')
    throw modelError('MODEL_UNKNOWN', `"${name}" names no model: it should look like ${PROVIDERS[provider].example}`);
  return { provider, model };
}
