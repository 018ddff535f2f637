import { AppError } from '../base/errors.ts';
import { isRecord, own } from '../base/json.ts';
import { nearestWord } from './nearest-word.ts';
import { type Config, SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts';

/** Where a value comes from, as a person would name it: `--target`, `CULPRIT_TARGET`, a path, or `default`. */
export type Origin = string;

export interface ResolvedConfig {
  readonly values: Config;
  readonly origins: Readonly<Record<SettingName, Origin>>;
}

export interface ConfigSources {
  /** By setting; absent where the flag was not given. */
  readonly flags: Readonly<Partial<Record<SettingName, unknown>>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What a configuration file holds; null where there is none. */
  readonly file: { readonly path: string; readonly content: unknown } | null;
}

/**
 * One value for every setting: flag before environment variable before file before default. Frozen.
 * @throws AppError CONFIG_INVALID for the file, USAGE_INVALID for flags and environment, naming the place
 */
export function resolveConfig({ flags, env, file }: ConfigSources): ResolvedConfig {
  if (file !== null) checkKeys(file);
  const values: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  for (const name of SETTING_NAMES) {
    const setting = SETTINGS[name];
    const candidates: readonly (readonly [unknown, Origin, 'USAGE_INVALID' | 'CONFIG_INVALID'])[] = [
      [own(flags, name), setting.flag.split(' ')[0] ?? name, 'USAGE_INVALID'],
      [env[setting.env], setting.env, 'USAGE_INVALID'],
      [own(file?.content, name), file?.path ?? '', 'CONFIG_INVALID'],
      [setting.default, 'default', 'CONFIG_INVALID'],
    ];
    for (const [given, origin, code] of candidates) {
      if (given === undefined) continue;
      const parsed = (code === 'CONFIG_INVALID' ? setting.inFile : setting.schema).safeParse(given);
      if (!parsed.success) {
        const place = code === 'CONFIG_INVALID' ? `${origin}: ${name}` : origin;
        throw new AppError(code, `${place}: ${parsed.error.issues[0]?.message ?? 'not valid'}`);
      }
      values[name] = Object.freeze(parsed.data);
      origins[name] = origin;
      break;
    }
  }
  return Object.freeze({
    values: Object.freeze(values) as Config,
    origins: Object.freeze(origins) as ResolvedConfig['origins'],
  });
}

function checkKeys({ path, content }: NonNullable<ConfigSources['file']>): void {
  if (!isRecord(content)) throw new AppError('CONFIG_INVALID', `${path}: the configuration is not an object`);
  for (const key of Object.keys(content)) {
    if (Object.hasOwn(SETTINGS, key)) continue;
    const near = nearestWord(key, SETTING_NAMES);
    throw new AppError(
      'CONFIG_INVALID',
      `${path}: unknown key "${key}"${near === null ? '' : `, did you mean "${near}"?`}`,
    );
  }
}
