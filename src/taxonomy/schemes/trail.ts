/** TRAIL's twenty kinds of error, the leaves of its tree, under the names of its annotations (arXiv 2505.08638). */
export const TRAIL = {
  'Language-only': { group: 'reasoning', title: 'Hallucination in language alone' },
  'Tool-related': { group: 'reasoning', title: 'Hallucination about a tool or its output' },
  'Poor Information Retrieval': { group: 'reasoning', title: 'Poor information retrieval' },
  'Tool Output Misinterpretation': { group: 'reasoning', title: 'Misinterpretation of a tool’s output' },
  'Incorrect Problem Identification': { group: 'reasoning', title: 'Incorrect identification of the problem' },
  'Tool Selection Errors': { group: 'reasoning', title: 'Wrong tool selected' },
  'Formatting Errors': { group: 'reasoning', title: 'Output in the wrong form' },
  'Instruction Non-compliance': { group: 'reasoning', title: 'Instruction not complied with' },
  'Tool Definition Issues': { group: 'system', title: 'Tool defined wrongly' },
  'Environment Setup Errors': { group: 'system', title: 'Environment set up wrongly' },
  'Rate Limiting': { group: 'system', title: 'Rate limit' },
  'Authentication Errors': { group: 'system', title: 'Authentication failed' },
  'Service Errors': { group: 'system', title: 'Service failed' },
  'Resource Not Found': { group: 'system', title: 'Resource not found' },
  'Resource Exhaustion': { group: 'system', title: 'Resource exhausted' },
  'Timeout Issues': { group: 'system', title: 'Time-out' },
  'Context Handling Failures': { group: 'planning', title: 'Context lost or mishandled' },
  'Resource Abuse': { group: 'planning', title: 'Tools called more than there is reason to' },
  'Goal Deviation': { group: 'planning', title: 'Deviation from the goal' },
  'Task Orchestration': { group: 'planning', title: 'Tasks coordinated wrongly' },
} as const;

export type TrailKind = keyof typeof TRAIL;
