import { plural } from '../../base/text.ts';
import { inertJson } from '../../reports/layout/inert-json.ts';
import { TextPage } from '../../reports/layout/text-page.ts';
import { span } from '../../reports/layout/wrap-spans.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { constraintsOf, findConstraint } from './find-constraint.ts';
import { packsOf } from './load-packs.ts';
import { type ExampleResult, runExamples } from './run-examples.ts';
import { cacheFolderOf, createSandboxes } from './sandboxes.ts';

const DEFAULT_WIDTH = 100;
const LABEL = 10;

interface TestedConstraint {
  readonly id: string;
  readonly examples: readonly ExampleResult[];
}

/** Runs the examples of constraints; exit code 1 where one does not end as it says. */
export default async function test(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const packs = await packsOf(names, host.cwd);
  const chosen = typeof flags.only === 'string' ? [findConstraint(flags.only, packs)] : constraintsOf(packs);
  const sandboxes = createSandboxes(cacheFolderOf(host.env));
  const tested: TestedConstraint[] = [];
  try {
    for (const one of chosen) tested.push({ id: one.constraint.id, examples: await runExamples(one, sandboxes) });
  } finally {
    await sandboxes.close();
  }
  if (flags.json === true) await host.stdout.write(`${inertJson(tested, 2)}\n`);
  else await host.stdout.write(`${pageOf(tested, host.stdout.columns ?? DEFAULT_WIDTH)}\n`);
  return tested.some(({ examples }) => examples.some(({ status }) => status === 'wrong')) ? 1 : 0;
}

function pageOf(tested: readonly TestedConstraint[], width: number): string {
  const page = new TextPage({ width: Math.max(40, width), color: false });
  const row = (label: string, text: string): void =>
    page.block([span(text)], { indent: LABEL, label: [span(`  ${label}`)] });
  for (const { id, examples } of tested) {
    const wrong = examples.filter(({ status }) => status === 'wrong');
    const unjudged = examples.filter(({ status }) => status === 'unjudged');
    if (examples.length === 0) row('none', `${id}: has no examples`);
    else if (wrong.length > 0) row('wrong', `${id}: ${wrong.length} of ${plural(examples.length, 'example')}`);
    else if (unjudged.length > 0) row('unjudged', `${id}: ${unjudged[0]?.found}`);
    else row('ok', `${id}: ${plural(examples.length, 'example')}`);
    for (const { holds, note, found } of wrong) {
      const title = note === '' ? '' : `${note}: `;
      page.block([span(`${title}should ${holds ? 'hold' : 'be violated'}; ${found}`)], {
        indent: LABEL + 2,
        maxLines: 6,
      });
    }
  }
  const all = tested.flatMap(({ examples }) => examples);
  const count = (status: ExampleResult['status']) => all.filter((one) => one.status === status).length;
  const without = tested.filter(({ examples }) => examples.length === 0).length;
  const parts = [
    `${count('as-said')} of ${plural(all.length, 'example')} as ${all.length === 1 ? 'it says' : 'they say'}`,
  ];
  if (count('wrong') > 0) parts.push(`${count('wrong')} wrong`);
  if (count('unjudged') > 0) parts.push(`${count('unjudged')} not judged`);
  if (without > 0) parts.push(`${plural(without, 'constraint')} of ${tested.length} without examples`);
  page.blank();
  page.block([span(parts.join(', '))], { indent: 2 });
  return page.toString();
}
