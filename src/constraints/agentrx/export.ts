import { isRecord, type JsonValue, own, stableStringify } from '../../base/json.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import { AGENTRX_NAMES } from './category-of.ts';
import { exportPython } from './export-python.ts';
import { exportTriggers } from './export-trigger.ts';
import { importRecord } from './import-record.ts';

export interface ExportResult {
  /** Records in AgentRx's schema, to be written as `{ "invariants": […] }`. */
  readonly invariants: readonly JsonValue[];
  /** What AgentRx will not do as ours does, each with the id of the constraint in front. */
  readonly notes: readonly string[];
}

/**
 * Writes constraints as AgentRx's invariants. What was imported and not changed since comes out as it came in; of the rest
 * the notes say what is lost.
 */
export function exportAgentrx(constraints: readonly Constraint[]): ExportResult {
  const invariants: JsonValue[] = [];
  const notes: string[] = [];
  for (const constraint of constraints) {
    const note = (message: string): void => {
      notes.push(`${constraint.id}: ${message}`);
    };
    const { imported } = constraint;
    if (isRecord(imported)) {
      if (isUnchanged(constraint, imported)) {
        invariants.push(imported as JsonValue);
        continue;
      }
      note('was changed since it was imported, and is written anew');
    }
    const check = checkOf(constraint, note);
    const triggers = exportTriggers(constraint, note);
    for (const event_trigger of triggers) {
      invariants.push({
        assertion_name: constraint.id,
        taxonomy_targets: (constraint.targets ?? [constraint.category]).map((id) => AGENTRX_NAMES[id]),
        invariant_type: constraint.type,
        event_trigger,
        check_hint: constraint.description,
        severity: constraint.severity,
        ...check,
      });
    }
  }
  return { invariants, notes };
}

/** Whether reading the record again gives the constraint as it is now. */
function isUnchanged(constraint: Constraint, record: Record<string, unknown>): boolean {
  const essence = ({ guard, check, description, type, severity, category, targets }: Constraint): string =>
    stableStringify({ guard, check, description, type, severity, category, targets: targets ?? null });
  const now = essence(withoutDefaults(constraint));
  const trigger = own(record, 'event_trigger');
  // A trigger that was bound to one step by mistake was freed from it.
  const freed = isRecord(trigger) ? { ...record, event_trigger: { ...trigger, step_index: '*' } } : record;
  return [record, freed].some((one) => {
    const again = importRecord({ record: one, scope: constraint.scope }, constraint.id, () => undefined);
    return again !== null && essence(again) === now;
  });
}

/** A pack that went through a file has a `library` where it had none. */
const withoutDefaults = (constraint: Constraint): Constraint => {
  const { check } = constraint;
  if (check.language !== 'python' && check.language !== 'javascript') return constraint;
  const { library, ...rest } = check;
  return library === null || library === undefined ? { ...constraint, check: rest } : constraint;
};

type CheckFields = Readonly<Record<'check_type' | 'python_check' | 'nl_check', JsonValue>>;

function checkOf(constraint: Constraint, note: (message: string) => void): CheckFields {
  const { check } = constraint;
  if (constraint.appliesTo === 'trajectory')
    note('is about the whole run; AgentRx asks it at each step that its trigger meets');
  if (check.language === 'python' && constraint.view === 'agentrx-ir' && check.source !== '') {
    return { check_type: 'python_check', python_check: exportPython(constraint.id, check, note), nl_check: {} };
  }
  if (check.language === 'rubric') return rubric(constraint, check.criteria);
  note(`${WHY[check.language]}; what it says is written as a question for a model`);
  return rubric(constraint, [
    check.language === 'json-schema' && check.schema !== null
      ? `The arguments of the call fit this JSON Schema: ${JSON.stringify(check.schema)}`
      : constraint.description,
  ]);
}

const WHY: Readonly<Record<Constraint['check']['language'], string>> = {
  python: 'its program reads a trajectory in our shape, or a library',
  javascript: 'AgentRx runs no JavaScript',
  'json-schema': 'AgentRx has no check of JSON Schema',
  builtin: 'it is a rule of this program',
  rubric: '',
};

const rubric = (constraint: Constraint, criteria: readonly string[]): CheckFields => ({
  check_type: 'nl_check',
  python_check: {},
  nl_check: {
    judge_system_prompt_template: '{NL_CHECK_JUDGE_SYSTEM_PROMPT}',
    judge_user_prompt_template:
      'Rule:\n{RULE_NATURAL_LANGUAGE}\n\nPolicy:\n{POLICY_TEXT}\n\nThe step:\n{CURRENT_EVENT_JSON}\n\nThe run up to it:\n{WINDOW_EVENTS_JSON}',
    judge_scope_notes: constraint.clause === null ? '' : `Clause ${constraint.clause} of the policy.`,
    focus_steps_instruction: '',
    judge_rubric: [...criteria],
    rubric_evaluation_algorithm_template: '{RUBRIC_EVALUATION_ALGORITHM}',
    output_format_template: '{OUTPUT_FORMAT}',
  },
});
