import { excerpt } from '../../base/text.ts';
import { type Constraint, constraintSchema, SEVERITIES } from '../../contracts/constraint.ts';
import { CATEGORY_IDS } from '../../taxonomy/categories.ts';
import { categoryOf } from '../../taxonomy/category-names.ts';
import { compileGuard } from '../guards/guard-index.ts';
import { impossiblePart } from '../guards/impossible-guard.ts';
import type { Draft } from './draft.ts';
import type { DraftContext } from './draft-context.ts';
import { exampleTrace } from './example-trace.ts';
import { readDraftGuard } from './read-draft-guard.ts';

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
const MAX_EXAMPLES = 4;
const MAX_EXAMPLE_MESSAGES = 40;
const MAX_EXAMPLE_CHARS = 20_000;

/** Makes a constraint of what a model wrote, without running anything. Its id is made unique later. */
export function readDraft(draft: Draft, context: DraftContext): ReadDraft {
  const problems: string[] = [];
  const notes: string[] = [];
  const check = checkOf(draft, problems);
  const guard = readDraftGuard(draft, context, problems, notes);
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
