import { AppError } from '../../base/errors.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { ConstraintPack } from '../../contracts/constraint-pack.ts';
import { inertJson } from '../../reports/layout/inert-json.ts';
import { TextPage } from '../../reports/layout/text-page.ts';
import { span } from '../../reports/layout/wrap-spans.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { calibrationWords } from './calibration-words.ts';
import { findConstraint } from './find-constraint.ts';
import { packsOf } from './load-packs.ts';

const DEFAULT_WIDTH = 100;
const LABEL = 15;

/** Shows one constraint. */
export default async function show(
  [id = '', ...names]: readonly string[],
  flags: FlagValues,
  host: Host,
): Promise<ExitCode> {
  if (id === '') throw new AppError('USAGE_INVALID', 'name a constraint; `culprit constraints list` shows them');
  const { constraint, loaded } = findConstraint(id, await packsOf(names, host.cwd));
  if (flags.json === true) await host.stdout.write(`${inertJson(constraint, 2)}\n`);
  else await host.stdout.write(`${pageOf(constraint, loaded.pack, host.stdout.columns ?? DEFAULT_WIDTH)}\n`);
  return 0;
}

function pageOf(constraint: Constraint, pack: ConstraintPack, width: number): string {
  const page = new TextPage({ width: Math.max(40, width), color: false });
  const row = (label: string, text: string): void =>
    page.block([span(text)], { indent: LABEL, label: [span(`  ${label}`)] });
  const clause = pack.clauses.find((one) => one.id === constraint.clause);
  page.block([span(`${constraint.id}: ${constraint.description}`)], { indent: 0 });
  page.blank();
  row('Pack', pack.name);
  row('Clause', clause === undefined ? (constraint.clause ?? 'none') : `${clause.id} ${clause.text}`);
  row(
    'Points to',
    [constraint.category, constraint.mode, `severity ${constraint.severity}`].filter(Boolean).join(', '),
  );
  row(
    'Applies to',
    `${constraint.appliesTo === 'step' ? 'each step' : 'the trajectory'} where ${guardWords(constraint)}`,
  );
  row('Calibration', calibrationWords(constraint.calibration ?? null));
  const examples = constraint.examples ?? [];
  if (examples.length === 0) row('Examples', 'none');
  examples.forEach(({ holds, note }, at) => {
    row(at === 0 ? 'Examples' : '', `${holds ? 'holds' : 'is violated'}${note === '' ? '' : `: ${note}`}`);
  });
  page.blank();
  page.block([span(`Check (${constraint.check.language})`)], { indent: 2 });
  for (const line of checkText(constraint.check).split('\n')) page.raw([span(`    ${line}`)]);
  return page.toString();
}

/** What a guard asks for, in words. */
function guardWords({ guard }: Constraint): string {
  if (guard === null) return 'anything happens';
  const listed = (given: string | readonly string[]) => (typeof given === 'string' ? [given] : given);
  const parts = [
    guard.tool === null ? null : `${listed(guard.tool).join(' or ')} is called`,
    guard.agent === null ? null : `${listed(guard.agent).join(' or ')} acts`,
    guard.role === null ? null : `the role is ${listed(guard.role).join(' or ')}`,
    guard.content === null ? null : `the text matches ${listed(guard.content).join(' and ')}`,
    guard.steps === null ? null : `the position is ${guard.steps.map(({ from, to }) => `${from} to ${to}`).join(', ')}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'anything happens' : parts.join(', and ');
}

function checkText(check: Constraint['check']): string {
  if (check.language === 'json-schema') {
    return JSON.stringify({ schema: check.schema, result: check.result ?? null }, null, 2);
  }
  if (check.language === 'rubric') return check.criteria.map((one) => `- ${one}`).join('\n');
  if (check.language === 'builtin') return check.ref;
  const named =
    check.functionName == null
      ? []
      : [`function ${check.functionName}${check.library == null ? '' : ' of the library of the pack'}`];
  return [...named, ...(check.source === '' ? [] : [check.source])].join('\n');
}
