import type { ReadingAnswer } from '../llm/reading-answer.ts';

export interface BaselineAnswer {
  readonly step: ReadingAnswer['critical'];
  readonly agent: string | null;
  readonly reason: string;
}

/** A baseline names one step, with neither category nor evidence: the step stands for all three. */
export const answerOf = ({ step, agent, reason }: BaselineAnswer): ReadingAnswer => ({
  rationale: reason,
  firstMistake: step,
  critical: step,
  decisive: step,
  agent,
  category: null,
  mode: null,
  confidence: null,
  evidence: [],
  alternatives: [],
  correction: '',
});
