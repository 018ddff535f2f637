import { estimateTokens } from '../../base/estimate-tokens.ts';
import { excerpt, visibleText } from '../../base/text.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import { isModelError, type ModelClient } from '../../contracts/model.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { RULES } from '../rules/index.ts';
import { type Draft, type Drafts, draftsSchema } from './draft.ts';
import type { DraftContext } from './draft-context.ts';
import type { SynthesisFinding, SynthesisFindingKind } from './finding.ts';
import { readDraft } from './read-draft.ts';
import { REPAIR_TOKENS, repairPrompt } from './repair-prompt.ts';
import { type TrialTools, tryConstraints } from './try-constraints.ts';
import { withoutTwins } from './without-twins.ts';

/** One call that writes constraints. */
export interface Writing {
  /** What it is asked about, for findings. */
  readonly about: string;
  readonly prompt: string;
  readonly context: DraftContext;
  /** The run that what it writes is tried on; null = none, or one that must not be looked at. */
  readonly index: TrajectoryIndex | null;
  /** Most constraints that are taken. */
  readonly most: number;
}

export interface WriteConstraintsInput extends TrialTools {
  readonly client: ModelClient;
  readonly system: string;
  readonly writings: readonly Writing[];
  /** Most calls for putting right what could not be used; the first that need one get it. */
  readonly repairs: number;
  readonly maxOutputTokens: number;
  /** Ids that are taken elsewhere. */
  readonly taken?: Iterable<string>;
}

export interface WrittenConstraints {
  readonly constraints: readonly Constraint[];
  readonly findings: readonly SynthesisFinding[];
  /** What the model says it made no constraint of, as it names it. */
  readonly leftOut: ReadonlySet<string>;
}

/** A draft, what was made of it, and what is wrong with it. */
interface Reviewed {
  readonly draft: Draft;
  readonly constraint: Constraint | null;
  readonly problems: readonly string[];
  readonly findings: readonly SynthesisFinding[];
}

/**
 * Has a model write constraints, tries each, and has it put right once what cannot be used; what still cannot is left out,
 * with the reason. Calls are made side by side; what comes out stands in the order of `writings`, whichever ended first.
 * @throws what `signal` was aborted with
 */
export async function writeConstraints(input: WriteConstraintsInput): Promise<WrittenConstraints> {
  const findings: SynthesisFinding[] = [];
  const say = (constraint: string | null, kind: SynthesisFindingKind, message: string): void => {
    findings.push({ constraint, kind, message: visibleText(message).slice(0, 600) });
  };
  const leftOut = new Set<string>();
  const ids = createIds(input.taken ?? []);
  const answers = await Promise.all(input.writings.map(({ prompt, about }) => ask(prompt, about, input)));
  const batches: { readonly writing: Writing; readonly reviewed: readonly Reviewed[] }[] = [];
  for (const [at, writing] of input.writings.entries()) {
    const answer = answers[at];
    if (answer === undefined || typeof answer === 'string') {
      say(null, 'call-failed', `${writing.about}: ${answer ?? 'no answer'}`);
      continue;
    }
    for (const { what, why } of answer.leftOut.slice(0, 100)) {
      leftOut.add(what.trim().replace(/^clause\s+/i, ''));
      say(null, 'left-out', `${excerpt(what, 120)}: ${excerpt(why, 300)}`);
    }
    const beyond = answer.constraints.length - writing.most;
    if (beyond > 0)
      say(null, 'left-out', `${writing.about}: ${beyond} constraints beyond the ${writing.most} asked for`);
    const drafts = answer.constraints.slice(0, writing.most);
    batches.push({ writing, reviewed: await review(drafts, writing, ids, input) });
  }
  const wrong = batches.filter(({ reviewed }) => reviewed.some(({ problems }) => problems.length > 0));
  const repaired = await repairAll(wrong.slice(0, input.repairs), input, say);
  const constraints: Constraint[] = [];
  for (const { writing, reviewed } of batches) {
    const again = repaired.get(writing);
    const corrected = again === undefined ? [] : await review(again, writing, ids, input);
    for (const one of [...reviewed.filter(({ problems }) => problems.length === 0), ...corrected]) {
      const { constraint, problems, draft } = one;
      if (constraint === null || problems.length > 0) {
        say(null, 'dropped', `${excerpt(draft.id, 80)}: ${problems[0] ?? 'cannot be used'}`);
        continue;
      }
      constraints.push(constraint);
      findings.push(...one.findings);
      if (corrected.includes(one)) say(constraint.id, 'repaired', 'could not be used as it was first written');
    }
    // What was not written again, and what no call was left for.
    for (const { draft, problems } of reviewed) {
      if (problems.length > 0 && (again === undefined || !again.some(({ id }) => id === draft.id))) {
        say(null, 'dropped', `${excerpt(draft.id, 80)}: ${problems[0]}`);
      }
    }
  }
  const { kept, twins } = withoutTwins(constraints);
  for (const { constraint, as } of twins) say(as, 'merged', `${constraint} says the same`);
  const left = new Set(kept.map(({ id }) => id));
  return {
    constraints: kept,
    findings: findings.filter(({ constraint }) => constraint === null || left.has(constraint)),
    leftOut,
  };
}

async function ask(prompt: string, about: string, input: WriteConstraintsInput): Promise<Drafts | string> {
  const { client, system, maxOutputTokens, signal } = input;
  try {
    const answer = await client.generate({
      purpose: 'synthesis',
      system,
      prompt,
      schema: draftsSchema,
      schemaName: 'constraints',
      maxOutputTokens,
      temperature: null,
      ...(signal === undefined ? {} : { signal }),
    });
    return answer.value ?? 'the model gave no answer';
  } catch (error) {
    signal?.throwIfAborted();
    if (!isModelError(error)) throw error;
    if (error.code === 'MODEL_BUDGET_SPENT') return 'not asked: the budget for models is spent';
    return `no answer of the model: ${excerpt(error.message, 300)} (${about})`;
  }
}

async function review(
  drafts: readonly Draft[],
  { context, index }: Writing,
  ids: Ids,
  tools: TrialTools,
): Promise<readonly Reviewed[]> {
  const read = drafts.map((draft) => {
    const { constraint, problems, notes } = readDraft(draft, context);
    return {
      draft,
      problems,
      notes,
      constraint: constraint === null ? null : { ...constraint, id: ids.claim(constraint.id) },
    };
  });
  const trials = await tryConstraints(
    read.flatMap(({ constraint }) => constraint ?? []),
    index,
    tools,
  );
  return read.map(({ draft, constraint, problems, notes }): Reviewed => {
    const trial = constraint === null ? undefined : trials.get(constraint.id);
    const id = constraint?.id ?? null;
    const findings: SynthesisFinding[] = notes.map((message) => ({ constraint: id, kind: 'changed', message }));
    if (trial?.neverTriggered === true) {
      findings.push({
        constraint: id,
        kind: 'never-triggered',
        message: 'never triggered on the run it was written for',
      });
    }
    if (trial?.doubt != null) findings.push({ constraint: id, kind: 'doubtful', message: trial.doubt });
    const all = [...problems, ...(trial?.problems ?? [])];
    // Whoever is written in its place may have its name.
    if (constraint !== null && all.length > 0) ids.release(constraint.id);
    return { draft, constraint, findings, problems: all };
  });
}

type Batch = { readonly writing: Writing; readonly reviewed: readonly Reviewed[] };

async function repairAll(
  batches: readonly Batch[],
  input: WriteConstraintsInput,
  say: (constraint: string | null, kind: SynthesisFindingKind, message: string) => void,
): Promise<ReadonlyMap<Writing, readonly Draft[]>> {
  const requests = batches.map(({ writing, reviewed }) => {
    const broken = reviewed.filter(({ problems }) => problems.length > 0);
    return repairPrompt(writing.prompt, broken, repairRoom(writing, input));
  });
  const answers = await Promise.all(
    batches.map(async ({ writing }, at) => {
      const request = requests[at];
      return request == null ? 'no room to have it put right' : ask(request.prompt, writing.about, input);
    }),
  );
  const repaired = new Map<Writing, readonly Draft[]>();
  for (const [at, { writing }] of batches.entries()) {
    const answer = answers[at];
    if (answer === undefined || typeof answer === 'string') {
      say(null, 'call-failed', `${writing.about}, put right: ${answer ?? 'no answer'}`);
      continue;
    }
    repaired.set(writing, answer.constraints.slice(0, requests[at]?.asked ?? 0));
  }
  return repaired;
}

/** Tokens left for what has to be put right, beside the request that it answered. */
function repairRoom({ prompt }: Writing, { client, system, maxOutputTokens }: WriteConstraintsInput): number {
  if (client.contextTokens === null) return REPAIR_TOKENS;
  const taken = maxOutputTokens + estimateTokens(system) + estimateTokens(prompt) + 400;
  return Math.min(REPAIR_TOKENS, client.contextTokens - taken);
}

interface Ids {
  claim(wanted: string): string;
  release(id: string): void;
}

/** Gives ids that no rule, pack or other constraint has. */
function createIds(taken: Iterable<string>): Ids {
  const used = new Set([...Object.keys(RULES), ...taken]);
  return {
    claim: (wanted) => {
      let id = wanted;
      for (let number = 2; used.has(id); number++) id = `${wanted}-${number}`;
      used.add(id);
      return id;
    },
    release: (id) => {
      used.delete(id);
    },
  };
}
