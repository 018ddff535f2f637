import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findConfigFile, loadConfigFile } from './load-config-file.ts';
import { resolveConfig } from './resolve-config.ts';
import { SETTING_NAMES, SETTINGS } from './settings.ts';

const file = (content: unknown) => ({ path: 'culprit.config.json', content });
const none = { flags: {}, env: {}, file: null };

describe('resolveConfig', () => {
  it('takes flag before environment before file before default, and keeps where each came from', () => {
    const { values, origins } = resolveConfig({
      flags: { target: 'first-anomaly' },
      env: { CULPRIT_TARGET: 'symptom', CULPRIT_JOBS: '3', CULPRIT_QUIET: 'yes' },
      file: file({ target: 'decisive', jobs: 7, failOn: ['failed', 'category:system-failure'], width: 90 }),
    });
    expect(values).toMatchObject({
      target: 'firstAnomaly',
      failOn: ['failed', 'category:system-failure'],
      outcome: 'trace',
      reference: false,
      constraints: [],
      tools: [],
      policy: '',
      jobs: 3,
      quiet: true,
      color: 'auto',
      width: 90,
    });
    expect(origins).toMatchObject({
      target: '--target',
      failOn: 'culprit.config.json',
      outcome: 'default',
      reference: 'default',
      constraints: 'default',
      tools: 'default',
      policy: 'default',
      jobs: 'CULPRIT_JOBS',
      quiet: 'CULPRIT_QUIET',
      color: 'default',
      width: 'culprit.config.json',
    });
  });

  it.each([
    ['target', 'symptom', 'decisive', 'firstAnomaly', 'critical'],
    ['jobs', '2', '3', 4, 'auto'],
    ['reference', true, 'no', false, false],
    ['width', '50', '60', 70, 'auto'],
  ] as const)(
    'takes %s from the flag, then the variable, then the file, then the default',
    (name, flag, env, set, def) => {
      const flags = { [name]: flag };
      const variables = { [SETTINGS[name].env]: env };
      const content = file({ [name]: set });
      const taken = (sources: Parameters<typeof resolveConfig>[0]) => {
        const { values, origins } = resolveConfig(sources);
        return [String(values[name]), origins[name]];
      };
      const text = (value: unknown) => (value === 'no' ? 'false' : String(value));
      expect(taken({ flags, env: variables, file: content })).toEqual([text(flag), `--${name}`]);
      expect(taken({ flags: {}, env: variables, file: content })).toEqual([text(env), SETTINGS[name].env]);
      expect(taken({ flags: {}, env: {}, file: content })).toEqual([text(set), 'culprit.config.json']);
      expect(taken(none)).toEqual([text(def), 'default']);
    },
  );

  it('has a value and an origin for every setting, and is frozen', () => {
    const resolved = resolveConfig(none);
    expect(Object.keys(resolved.values)).toEqual(SETTING_NAMES);
    expect(
      Object.isFrozen(resolved) && Object.isFrozen(resolved.values) && Object.isFrozen(resolved.values.failOn),
    ).toBe(true);
  });

  it.each([
    [
      { ...none, file: file({ targt: 'critical' }) },
      'culprit.config.json: unknown key "targt", did you mean "target"?',
    ],
    [{ ...none, file: file({ constructor: 1 }) }, 'culprit.config.json: unknown key "constructor"'],
    [{ ...none, file: file([]) }, 'culprit.config.json: the configuration is not an object'],
    [{ ...none, file: file({ jobs: 0 }) }, 'culprit.config.json: jobs: at least 1'],
    [{ ...none, file: file({ quiet: 'perhaps' }) }, 'culprit.config.json: quiet: true or false'],
    [{ ...none, file: file({ reference: 'yes' }) }, 'culprit.config.json: reference: true or false, without quotes'],
    [{ ...none, file: file({ jobs: '2' }) }, 'culprit.config.json: jobs: a whole number, or auto'],
    [{ ...none, file: file({ width: 80.5 }) }, 'culprit.config.json: width: a whole number'],
    [{ ...none, file: file({ target: 5 }) }, 'culprit.config.json: target: the name of a marker'],
    [{ ...none, file: file({ failOn: { failed: true } }) }, 'culprit.config.json: failOn: a condition or a list'],
    [{ ...none, file: file({ color: true }) }, 'culprit.config.json: color: one of auto, always, never'],
    [{ ...none, file: file({ outcome: null }) }, 'culprit.config.json: outcome: one of trace, failed, succeeded'],
    [{ ...none, env: { CULPRIT_JOBS: 'many' } }, 'CULPRIT_JOBS: a whole number, or auto'],
    [{ ...none, flags: { target: 'worst' } }, '--target: "worst" is no marker; one of firstAnomaly'],
    [{ ...none, flags: { failOn: 'failed,category:__proto__' } }, '--fail-on: "category:__proto__" is no condition'],
  ])('refuses what is wrong and names the place: %j', (sources, message) => {
    expect(() => resolveConfig(sources)).toThrow(message);
  });

  it('reads never as no condition, last flag or not', () => {
    expect(
      resolveConfig({ ...none, flags: { failOn: 'never' }, env: { CULPRIT_FAIL_ON: 'failed' } }).values.failOn,
    ).toEqual([]);
  });
});

describe('configuration files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'culprit-config-'));
  const inner = join(folder, 'a', 'b');
  mkdirSync(inner, { recursive: true });
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it('is found in the folder or above it', () => {
    const path = write('culprit.config.json', '{"jobs": 2}');
    expect(findConfigFile(inner)).toBe(path);
  });

  it.each([
    ['a.json', '{"jobs": 2}'],
    ['a.mjs', 'export default { jobs: 2 };'],
    ['a.ts', 'type Jobs = number; const jobs: Jobs = 2; export default { jobs } satisfies { jobs: Jobs };'],
  ])('is read from %s', async (name, text) => {
    expect(await loadConfigFile(write(name, text))).toEqual({ jobs: 2 });
  });

  it.each([
    ['b.json', '{"jobs": ', 'b.json: Unexpected end of JSON input'],
    ['b.mjs', 'export const jobs = 2;', 'b.mjs: no default export'],
    ['b.ts', 'throw new Error("no luck");', 'b.ts: no luck'],
    ['c.mjs', 'throw "nothing";', 'c.mjs: it threw nothing'],
    ['d.mjs', 'throw Object.create(null);', 'd.mjs: it threw what is no Error'],
    ['e.mjs', 'throw new RangeError();', 'e.mjs: it threw RangeError'],
    ['f.mjs', 'export default { get jobs() { throw new Error("late"); } };', 'f.mjs: late'],
    ['g.mjs', 'export default new Proxy({}, { ownKeys() { throw new Error("later"); } });', 'g.mjs: later'],
    ['h.ts', 'export default { target: x y }', 'h.ts: ParseError'],
  ])('says what is wrong with %s', async (name, text, message) => {
    await expect(loadConfigFile(write(name, text))).rejects.toThrow(message);
  });
});
