import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { nearestWord } from '../../config/nearest-word.ts';
import { RULES } from '../../constraints/rules/index.ts';
import type { Rule } from '../../constraints/rules/rule.ts';
import { TextPage } from '../../reports/layout/text-page.ts';
import { span } from '../../reports/layout/wrap-spans.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';

export default async function rules([id]: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const json = flags.json === true;
  const sorted = Object.values(RULES).sort((a, b) => (a.id < b.id ? -1 : 1));
  if (id === undefined) {
    await host.stdout.write(
      json ? `${JSON.stringify(sorted.map(factsOf), null, 2)}\n` : listOf(sorted, host.stdout.columns),
    );
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

const WIDE = 200;

/** One line a rule where a program may read it; on a terminal that would not hold such lines, a block for each. */
function listOf(rules: readonly Rule[], columns: number | null): string {
  if (columns !== null && columns < WIDE) {
    const page = new TextPage({ width: Math.max(40, columns), color: false });
    for (const { id, category, severity, description } of rules) {
      page.block([span(`${id} (${severity}, ${category})`)], { indent: 2 });
      page.block([span(description)], { indent: 4 });
    }
    return `${page.toString()}\n`;
  }
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
  const title = `${rule.id}: ${rule.description}`;
  const page = await readFile(join(host.packageRoot, 'docs', 'rules', `${rule.id}.md`), 'utf8').catch(() => null);
  if (page === null) return `${title}\nseverity ${rule.severity} · violation points to ${rule.category}\n`;
  // The title of the page says the same.
  const body = page
    .trim()
    .replace(/^# .*\n+/, '')
    .replace(`${rule.description}\n\n`, '');
  const text = `${title}\n\n${body}\n`;
  return host.stdout.columns === null ? text : wrapped(text, host.stdout.columns);
}

/** Paragraphs wrapped for a terminal; code as it is. */
function wrapped(text: string, columns: number): string {
  const page = new TextPage({ width: Math.max(40, columns), color: false });
  let isCode = false;
  for (const line of text.split('\n')) {
    const isFence = line.startsWith('```');
    if (isFence || isCode) page.raw([span(line)]);
    else if (line === '') page.blank();
    else page.block([span(line)], { indent: 0 });
    if (isFence) isCode = !isCode;
  }
  return `${page.toString()}\n`;
}
