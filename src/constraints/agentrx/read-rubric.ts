import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import type { Note } from './import-result.ts';

const TEMPLATES = [
  'judge_system_prompt_template',
  'judge_user_prompt_template',
  'judge_scope_notes',
  'focus_steps_instruction',
  'rubric_evaluation_algorithm_template',
  'output_format_template',
] as const;

/** Names that AgentRx's checker fills in. */
const FILLED = new Set([
  'NL_CHECK_JUDGE_SYSTEM_PROMPT',
  'RUBRIC_EVALUATION_ALGORITHM',
  'OUTPUT_FORMAT',
  'POLICY_TEXT',
  'TASK_INSTRUCTION',
  'RULE_NATURAL_LANGUAGE',
  'RUBRIC',
  'CURRENT_EVENT_JSON',
  'WINDOW_EVENTS_JSON',
  'trajectory_till_current_step',
]);

/** The criteria of an `nl_check`; its templates stay in the record that the constraint keeps. Null where it says nothing. */
export function readRubric(check: unknown, hint: string, note: Note): readonly string[] | null {
  if (!isRecord(check) || Object.keys(check).length === 0) return null;
  notePlaceholders(check, note);
  const given = own(check, 'judge_rubric');
  const criteria = (typeof given === 'string' ? given.split('\n') : (ownArray(check, 'judge_rubric') ?? []))
    .map(criterionOf)
    .filter((one) => one !== '');
  if (criteria.length > 0) return criteria;
  if (hint === '') return null;
  note('repair', 'the rubric is empty: the hint of the check is its one criterion');
  return [hint];
}

function criterionOf(value: unknown): string {
  if (isRecord(value)) return ownString(value, 'criterion') ?? ownString(value, 'description') ?? JSON.stringify(value);
  return typeof value === 'string' ? value.replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, '').trim() : '';
}

function notePlaceholders(check: Record<string, unknown>, note: Note): void {
  const names = new Set<string>();
  for (const key of TEMPLATES) {
    for (const match of (ownString(check, key) ?? '').matchAll(/\{([A-Za-z_]\w{2,60})\}/g)) names.add(match[1] ?? '');
  }
  const filled = [...names].filter((name) => FILLED.has(name));
  const unknown = [...names].filter((name) => !FILLED.has(name));
  if (filled.length > 0)
    note('placeholder', `the templates leave to the judge's side what stands for ${filled.join(', ')}`);
  if (unknown.length > 0) note('placeholder', `nothing fills in ${unknown.join(', ')}`);
  const user = ownString(check, 'judge_user_prompt_template') ?? '';
  if (user !== '' && !/\{[A-Za-z_]\w{2,60}\}/.test(user)) {
    note('placeholder', 'the prompt has no place for the run: AgentRx would judge nothing');
  }
}
