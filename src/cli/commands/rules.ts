import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { nearestWord } from '../../config/nearest-word.ts';
import { RULES } from '../../constraints/rules/index.ts';
import type { Rule } from '../../constraints/rules/rule.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';

export default async function rules([id]: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const json = flags.json === true;
  const sorted = Object.values(RULES).sort((a, b) => (a.id < b.id ? -1 : 1));
  if (id === undefined) {
    await host.stdout.write(json ? `${JSON.stringify(sorted.map(factsOf), null, 2)}\n` : listOf(sorted));
    return 0;
  }
  const rule = Object.hasOwn(RULES, id) ? RULES[id] : undefined;
  if (rule === undefined) {
    const near = nearestWord(id, Object.keys(RULES));
    throw new AppError('RULE_UNKNOWN', `no rule "${id}"${near === null ? '' : `; did you mean "${near}"?`}`);
  }
  if (json) await host.stdout.write(`${JSON.stringify(factsOf(rule), null, 2)}\n`);
  else await host.stdout.write(await explain(rule, host));
  return 0;
}

const factsOf = ({ evaluate: _evaluate, ...facts }: Rule) => facts;

function listOf(rules: readonly Rule[]): string {
  const width = (of: (rule: Rule) => string) => Math.max(...rules.map((rule) => of(rule).length));
  const idWidth = width((rule) => rule.id);
  const categoryWidth = width((rule) => rule.category);
  const lines = rules.map(
    ({ id, category, severity, description }) =>
      `${id.padEnd(idWidth)}  ${severity.padEnd(6)}  ${category.padEnd(categoryWidth)}  ${description}\n`,
  );
  return lines.join('');
}

async function explain(rule: Rule, host: Host): Promise<string> {
  const facts = [
    `${rule.id}: ${rule.description}`,
    `severity ${rule.severity} · violation points to ${rule.category}${rule.mode === null ? '' : `, mode ${rule.mode}`}`,
  ].join('\n');
  const page = await readFile(join(host.packageRoot, 'docs', 'rules', `${rule.id}.md`), 'utf8').catch(() => null);
  return page === null ? `${facts}\n` : `${facts}\n\n${page.trim()}\n`;
}
