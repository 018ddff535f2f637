import { modelError } from '../model-error.ts';
import type { Environment } from './provider.ts';

/** The first of several variables that is set and not blank. */
export function firstSet(env: Environment, names: readonly string[]): string | null {
  for (const name of names) {
    const value = env[name]?.trim();
    if (value !== undefined && value !== '') return value;
  }
  return null;
}

/** @throws AppError MODEL_KEY_MISSING */
export function requiredKey(env: Environment, names: readonly string[], id: string): string {
  const key = firstSet(env, names);
  if (key !== null) return key;
  throw modelError('MODEL_KEY_MISSING', `${id} needs ${names.join(' or ')} in the environment`, { variables: names });
}

/**
 * An address without a slash at its end.
 * @throws AppError MODEL_UNKNOWN: not an address of http or https, or one with a password in it
 */
export function checkedAddress(text: string, what: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw modelError('MODEL_UNKNOWN', `${what} is not an address: it should look like https://host/v1`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw modelError('MODEL_UNKNOWN', `${what} must begin with http:// or https://`);
  }
  if (url.username !== '' || url.password !== '') {
    throw modelError(
      'MODEL_UNKNOWN',
      `${what} has a name or password in it: addresses are shown, so set the key by its variable`,
    );
  }
  return text.replace(/\/{1,8}$/, '');
}

/** Whether an address is this machine itself. */
export function isLoopback(address: string): boolean {
  try {
    const { hostname } = new URL(address);
    return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
  } catch {
    return false;
  }
}
