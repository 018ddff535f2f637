import type { Opinion } from '../src/contracts/opinion.ts';

/** An opinion that says what a test wants it to say. */
export const opinion = (more: Partial<Opinion> = {}): Opinion => ({
  judge: 'llm-all-at-once',
  modelId: 'test:scripted',
  model: 'scripted-1',
  sampleIndex: 0,
  failure: null,
  firstMistake: null,
  critical: null,
  decisive: null,
  agent: null,
  category: null,
  mode: null,
  confidence: null,
  alternatives: [],
  evidence: [],
  rationale: '',
  correction: '',
  problems: [],
  ...more,
});
