import type { EvidencePiece } from './piece.ts';

/** Every piece of evidence, by the name of its file. */
export const EVIDENCE = {
  'agentrx-oracle': {
    title: "Whether AgentRx's own constraints, imported, get the verdicts that AgentRx's checker gave them",
    load: () => import('./agentrx-oracle.ts'),
  },
  calibration: {
    title: 'How often constraints fire on passing runs that calibration did not see, before and after it pruned',
    load: () => import('./calibration.ts'),
  },
  'checks-per-second': {
    title: 'How many checks run in a second in the sandbox, beside the same functions in CPython',
    load: () => import('./checks-per-second.ts'),
  },
  'fused-judge': {
    title: 'What recorded readings of a model add to the embedded judge, and what the cascade saves, on unseen runs',
    load: () => import('./fused-judge.ts'),
  },
  'gold-never-leaks': {
    title: 'A diagnosis is the same whatever the labels and reference answers in the trace say',
    load: () => import('./gold-never-leaks.ts'),
  },
  injection: {
    title:
      'Orders to the judge at every place of a trace: nothing else is asked of a model, and the verdict is the same',
    options: '[PLACE]',
    load: () => import('./injection.ts'),
  },
  'graph-golden': {
    title: 'Graphs of a dozen small real runs are as they were when they were read by eye',
    options: '[--write]',
    load: () => import('./graph-golden.ts'),
  },
  invariants: {
    title: "How the ten invariants, without a model, agree with people's labels by mode and category; writes the page",
    options: '[--check]',
    load: () => import('./invariants.ts'),
  },
  'judge-accuracy': {
    title: 'How often the judge names the labelled step and category on runs it was not trained on',
    load: () => import('./judge-accuracy.ts'),
  },
  'model-calls': {
    title: 'Calls, tokens, cost and time of each way to use a model, on a server that takes its time',
    load: () => import('./model-calls.ts'),
  },
  'model-constraints': {
    title: "Whether constraints that a model wrote in AgentRx's schema are imported and find what they find in CPython",
    load: () => import('./model-constraints.ts'),
  },
  protocols: {
    title: 'Model providers that answer, fail and misbehave, and what the client makes of it',
    options: '[PROTOCOL…]',
    load: () => import('./protocols.ts'),
  },
  replay: {
    title: 'Recorded model calls give the same answers with no network and no key',
    load: () => import('./replay.ts'),
  },
  resume: {
    title: 'A run that is killed and started again asks no model for what it had answered',
    load: () => import('./resume.ts'),
  },
  'rule-precision': {
    title: 'How often each rule fires on runs that passed and on runs that failed; writes the page about it',
    options: '[--check]',
    load: () => import('./rule-precision.ts'),
  },
  sandbox: {
    title: 'Hostile checks, with the time and memory at which each was stopped; usual checks a second',
    options: '[javascript] [python] [patterns] [speed]',
    load: () => import('./sandbox.ts'),
  },
  speed: {
    title: 'Time and memory: one run, long runs, many files, a large file, start-up',
    options: '[--quick] [warm] [growth] [start] [files] [memory]',
    load: () => import('./speed.ts'),
  },
  'step-loop': {
    title:
      'Loops put into passing runs are found at their start, passing runs are not accused, long runs take no second',
    load: () => import('./step-loop.ts'),
  },
  'tau-packs': {
    title:
      'The example packs of the tau-bench policies: violations on passing runs, and the labelled step on failed ones',
    load: () => import('./tau-packs.ts'),
  },
} as const satisfies Record<string, EvidencePiece>;
