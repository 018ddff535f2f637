import { excerpt } from '../../base/text.ts';
import { type Constraint, constraintSchema, SEVERITIES } from '../../contracts/constraint.ts';
import { CATEGORY_IDS } from '../../taxonomy/categories.ts';
import { categoryOf } from '../../taxonomy/category-names.ts';
import { compileGuard } from '../guards/guard-index.ts';
import { impossiblePart, plainRole } from '../guards/impossible-guard.ts';
import type { Draft } from './draft.ts';
import { exampleTrace } from './example-trace.ts';

/** What a draft is read against. */
export interface DraftContext {
  readonly scope: Constraint['scope'];
  /** Names that guards may use; null = not known, so that none can be called wrong. */
  readonly tools: ReadonlySet<string> | null;
  readonly agents: ReadonlySet<string> | null;
  /** Ids of the policy's clauses. */
  readonly clauses: ReadonlySet<string>;
  /** Positions that a dynamic constraint may apply to, both ends counted; null for a global one. */
  readonly range: { readonly from: number; readonly to: number } | null;
  /** The position that a number of a step means; null where there is no such step. */
  readonly positionOf: (number: number) => number | null;
}

export interface ReadDraft {
  /** Null where the problems leave nothing to run. */
  readonly constraint: Constraint | null;
  /** What keeps it from being used, in words for the model. */
  readonly problems: readonly string[];
  /** What was read differently than it stood there. */
  readonly notes: readonly string[];
}

/** Bounds on one constraint. */
export const MAX_SOURCE_CHARS = 20_000;
const MAX_CRITERIA = 8;
const MAX_CRITERION_CHARS = 1_000;
const MAX_DESCRIPTION_CHARS = 600;
const MAX_NAMES = 50;
const MAX_NAME_CHARS = 200;
const MAX_EXAMPLES = 4;
const MAX_EXAMPLE_MESSAGES = 40;
const MAX_EXAMPLE_CHARS = 20_000;

/** Makes a constraint of what a model wrote, without running anything. Its id is made unique later. */
export function readDraft(draft: Draft, context: DraftContext): ReadDraft {
  const problems: string[] = [];
  const notes: string[] = [];
  const check = checkOf(draft, problems);
  const guard = guardOf(draft, context, problems);
  const category = categoryOf(draft.category);
  if (category === null) problems.push(`category ${words(draft.category)} is none of ${CATEGORY_IDS.join(', ')}`);
  const severity = SEVERITIES.find((one) => one === draft.severity.trim().toLowerCase());
  if (severity === undefined) notes.push(`severity ${words(draft.severity)} was read as medium`);
  const type = TYPES.find((one) => one === draft.type.trim().toUpperCase());
  if (type === undefined) notes.push(`type ${words(draft.type)} was read as ANY`);
  const description = excerpt(draft.description, MAX_DESCRIPTION_CHARS);
  if (description === '') problems.push('description is empty');
  const clause = draft.clause === null ? null : draft.clause.trim().replace(/^clause\s+/i, '');
  const isKnown = clause === null || context.clauses.has(clause);
  if (!isKnown) notes.push(`clause ${words(clause)} is not in the policy: left out`);
  if (check === null || category === null || problems.length > 0) return { constraint: null, problems, notes };
  const constraint: Constraint = {
    kind: 'constraint',
    schemaVersion: 1,
    id: idOf(draft.id),
    description,
    scope: context.scope,
    checkedBy: check.language === 'rubric' ? 'semantic' : 'programmatic',
    appliesTo: /^(?:trajectory|run)$/i.test(draft.appliesTo.trim()) ? 'trajectory' : 'step',
    origin: 'model',
    type: type ?? 'ANY',
    category,
    mode: null,
    severity: severity ?? 'medium',
    clause: isKnown ? clause : null,
    guard,
    check,
    ...examplesOf(draft, notes),
  };
  const impossible = impossiblePart(constraint);
  if (impossible !== null) problems.push(`guard${impossible.pointer} ${impossible.problem}`);
  const compiled = compileGuard(guard);
  if (!compiled.ok) problems.push(compiled.error);
  return { constraint: problems.length === 0 ? constraint : null, problems, notes };
}

const TYPES = constraintSchema.shape.type.options;

const words = (text: string): string => JSON.stringify(excerpt(text, 80));

function checkOf(draft: Draft, problems: string[]): Constraint['check'] | null {
  const language = draft.language.trim().toLowerCase();
  if (language === 'rubric') {
    const criteria = (draft.criteria ?? []).map((one) => one.trim()).filter((one) => one !== '');
    if (criteria.length === 0) problems.push('a rubric needs criteria');
    if (criteria.length > MAX_CRITERIA) problems.push(`a rubric has at most ${MAX_CRITERIA} criteria`);
    if (criteria.some((one) => one.length > MAX_CRITERION_CHARS)) {
      problems.push(`a criterion has at most ${MAX_CRITERION_CHARS} characters`);
    }
    const open = criteria.flatMap((one) => PLACEHOLDER.exec(one)?.[0] ?? [])[0];
    if (open !== undefined) problems.push(`a criterion holds the placeholder ${words(open)}: nothing fills it in`);
    return { language: 'rubric', criteria };
  }
  if (language !== 'javascript' && language !== 'js') {
    problems.push(`language ${words(draft.language)} is neither javascript nor rubric`);
    return null;
  }
  const source = sourceOf(draft.source ?? '');
  if (source === '') problems.push('a javascript check needs its source');
  if (source.length > MAX_SOURCE_CHARS) problems.push(`a source has at most ${MAX_SOURCE_CHARS} characters`);
  return { language: 'javascript', source, functionName: null, library: null };
}

/** A name in capitals in braces, as templates have them. */
const PLACEHOLDER = /\{[A-Z][A-Z_]{2,60}\}/;

/** The source without the code fence that some models put around it. */
const sourceOf = (source: string): string =>
  source
    .trim()
    .replace(/^```[a-zA-Z]{0,12}[ \t]{0,5}\n/, '')
    .replace(/\n```$/, '')
    .trim();

function guardOf({ guard }: Draft, context: DraftContext, problems: string[]): Constraint['guard'] {
  const names = (list: readonly string[] | null, kind: string): readonly string[] | null => {
    const given = [...new Set((list ?? []).map((one) => one.trim()).filter((one) => one !== '' && one !== '*'))];
    if (given.some((one) => one.length > MAX_NAME_CHARS))
      problems.push(`guard: a name has at most ${MAX_NAME_CHARS} characters`);
    if (given.length > MAX_NAMES) problems.push(`guard: at most ${MAX_NAMES} ${kind}s`);
    return given.length === 0 ? null : given.slice(0, MAX_NAMES);
  };
  const known = (list: readonly string[] | null, all: ReadonlySet<string> | null, kind: string): void => {
    const strange = all === null ? [] : (list ?? []).filter((one) => !all.has(one));
    if (all === null || strange.length === 0) return;
    const there = [...all].slice(0, MAX_NAMES).map(words).join(', ');
    problems.push(`guard: there is no ${kind} ${strange.map(words).join(', ')}; there are ${there || 'none'}`);
  };
  const tools = names(guard.tools, 'tool');
  const agents = names(guard.agents, 'agent');
  const roles = names(guard.roles, 'role')?.map(plainRole) ?? null;
  known(tools, context.tools, 'tool');
  known(agents, context.agents, 'agent');
  const content = guard.content === null || /^(?:\*|\.\*)?$/.test(guard.content) ? null : guard.content;
  const steps = stepsOf(guard, context, problems);
  if (tools === null && agents === null && roles === null && content === null && steps === null) return null;
  const oneOrMore = (list: readonly string[] | null) =>
    list === null ? null : list.length === 1 ? (list[0] ?? null) : [...list];
  return { steps, agent: oneOrMore(agents), role: oneOrMore(roles), tool: oneOrMore(tools), content };
}

function stepsOf(
  { firstStep, lastStep }: Draft['guard'],
  { range, positionOf }: DraftContext,
  problems: string[],
): NonNullable<Constraint['guard']>['steps'] {
  if (range === null) {
    if (firstStep !== null || lastStep !== null)
      problems.push('guard: a constraint of every run names no step numbers');
    return null;
  }
  const from = firstStep === null ? range.from : positionOf(firstStep);
  const to = lastStep === null ? range.to : positionOf(lastStep);
  if (from === null) problems.push(`guard: there is no step ${firstStep}`);
  if (to === null) problems.push(`guard: there is no step ${lastStep}`);
  if (from === null || to === null) return null;
  const clamped = { from: Math.max(from, range.from), to: Math.min(to, range.to) };
  if (clamped.from > clamped.to) problems.push('guard: the steps it names are none that it may apply to');
  return [clamped];
}

function examplesOf({ examples }: Draft, notes: string[]): Pick<Constraint, 'examples'> {
  const kept = examples.slice(0, MAX_EXAMPLES).flatMap((example) => {
    const trace = exampleTrace(example);
    const tooLong = example.messages.length > MAX_EXAMPLE_MESSAGES || JSON.stringify(trace).length > MAX_EXAMPLE_CHARS;
    return tooLong || example.messages.length === 0
      ? []
      : [{ note: excerpt(example.note, 200), holds: example.holds, trace }];
  });
  if (kept.length < examples.length) {
    notes.push(
      `${examples.length - kept.length} of ${examples.length} examples are empty or too many or too long: left out`,
    );
  }
  return kept.length === 0 ? {} : { examples: kept };
}

/** An id of what a model calls a constraint, in letters that ids may have. */
function idOf(given: string): string {
  const id = given
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return id === '' ? 'unnamed' : id;
}
