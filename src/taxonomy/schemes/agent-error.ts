/** AgentErrorTaxonomy: failures by the module of the agent they occur in, as `module/type` (arXiv 2509.25370). */
export const AGENT_ERROR = {
  'memory/over_simplification': { group: 'memory', title: 'Summary that leaves out what matters' },
  'memory/retrieval_failure': { group: 'memory', title: 'Known information not recalled' },
  'memory/hallucination': { group: 'memory', title: 'Recalls what never was' },
  'reflection/progress_misjudge': { group: 'reflection', title: 'Progress judged wrongly' },
  'reflection/outcome_misinterpretation': { group: 'reflection', title: 'Outcome of an action read wrongly' },
  'reflection/causal_misattribution': { group: 'reflection', title: 'Failure put down to the wrong cause' },
  'reflection/hallucination': { group: 'reflection', title: 'Reflects on what did not happen' },
  'planning/constraint_ignorance': { group: 'planning', title: 'Plan that leaves a constraint out' },
  'planning/impossible_action': { group: 'planning', title: 'Plan for an action that is impossible' },
  'planning/inefficient_plan': { group: 'planning', title: 'Plan that goes in detours' },
  'action/misalignment': { group: 'action', title: 'Action that is not what the plan says' },
  'action/invalid_action': { group: 'action', title: 'Action that does not exist' },
  'action/format_error': { group: 'action', title: 'Action in the wrong form' },
  'action/parameter_error': { group: 'action', title: 'Action with wrong arguments' },
  'system/step_limit': { group: 'system', title: 'Limit of steps reached' },
  'system/tool_execution_error': { group: 'system', title: 'Tool failed' },
  'system/llm_limit': { group: 'system', title: 'Limit of the model reached' },
  'system/environment_error': { group: 'system', title: 'Environment failed' },
} as const;

export type AgentErrorType = keyof typeof AGENT_ERROR;
