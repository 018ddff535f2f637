/** AgentScope's ten failure modes in their three buckets (Bi et al. 2026). */
export const MODES = {
  'wrong-context': {
    bucket: 'reasoning',
    title: 'Wrong context',
    description: 'Reasons from context that is false, stale or of something else.',
  },
  'instruction-unfollowing': {
    bucket: 'reasoning',
    title: 'Instruction unfollowing',
    description: 'Leaves an instruction it was given undone.',
  },
  'insufficient-context': {
    bucket: 'reasoning',
    title: 'Insufficient context',
    description: 'Goes on without information it needs and could have got.',
  },
  'context-miss': {
    bucket: 'reasoning',
    title: 'Context miss',
    description: 'Overlooks information that is in its context.',
  },
  'termination-miss': {
    bucket: 'control-flow',
    title: 'Termination miss',
    description: 'Goes on after the task is done, or past a point where it should stop.',
  },
  'premature-termination': {
    bucket: 'control-flow',
    title: 'Premature termination',
    description: 'Stops before the task is done.',
  },
  'step-loop': { bucket: 'control-flow', title: 'Step loop', description: 'Repeats steps without progress.' },
  'action-mismatch': {
    bucket: 'action',
    title: 'Action mismatch',
    description: 'The action does not serve the intent stated before it.',
  },
  'invocation-issue': {
    bucket: 'action',
    title: 'Invocation issue',
    description: 'A tool is called wrongly: missing, malformed or unknown.',
  },
  'execution-failure': {
    bucket: 'action',
    title: 'Execution failure',
    description: 'The action was right but its execution failed.',
  },
} as const satisfies Record<
  string,
  { readonly bucket: 'reasoning' | 'control-flow' | 'action'; readonly title: string; readonly description: string }
>;

export type Mode = keyof typeof MODES;
export const MODE_IDS = Object.keys(MODES) as [Mode, ...Mode[]];
