import { z } from 'zod';
import { AppError } from '../../base/errors.ts';
import { nearestWord } from '../../config/nearest-word.ts';
import { ARTIFACTS } from '../../contracts/artifacts.ts';
import { checkOutcomeSchema } from '../../contracts/validation-log.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';

interface NamedSchema {
  readonly title: string;
  readonly schema: z.ZodType;
}

/** Every schema that can be printed, by name. */
export const SCHEMAS: Readonly<Record<string, NamedSchema>> = {
  ...ARTIFACTS,
  'check-outcome': { title: 'What became of one constraint at one place', schema: checkOutcomeSchema },
};

/** JSON Schema (2020-12) of a named artifact. */
export function jsonSchemaOf(name: string, { title, schema }: NamedSchema): unknown {
  return { title: `${name}: ${title}`, ...z.toJSONSchema(schema, { unrepresentable: 'any' }) };
}

/** `ValidationLog` and `validation_log` are what people call `validation-log`. */
const kebabCase = (name: string): string =>
  name
    .slice(0, 100)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/[_ ]/g, '-')
    .toLowerCase();

export default async function schema([name]: readonly string[], _flags: FlagValues, host: Host): Promise<ExitCode> {
  if (name === undefined) {
    const width = Math.max(...Object.keys(SCHEMAS).map((one) => one.length));
    const lines = Object.entries(SCHEMAS).map(([one, { title }]) => `${one.padEnd(width)}  ${title}\n`);
    await host.stdout.write(lines.join(''));
    return 0;
  }
  const known = kebabCase(name);
  const found = Object.hasOwn(SCHEMAS, known) ? SCHEMAS[known] : undefined;
  if (found === undefined) {
    const names = Object.keys(SCHEMAS);
    const near = nearestWord(known, names) ?? names.find((one) => known.length > 2 && one.includes(known)) ?? null;
    throw new AppError('SCHEMA_UNKNOWN', `no schema "${name}"${near === null ? '' : `; did you mean "${near}"?`}`);
  }
  await host.stdout.write(`${JSON.stringify(jsonSchemaOf(known, found), null, 2)}\n`);
  return 0;
}
