import type { EvidencePiece } from './piece.ts';

/** Every piece of evidence, by the name of its file. */
export const EVIDENCE = {
  'gold-never-leaks': {
    title: 'A diagnosis is the same whatever the labels and reference answers in the trace say',
    load: () => import('./gold-never-leaks.ts'),
  },
  'judge-accuracy': {
    title: 'How often the judge names the labelled step and category on runs it was not trained on',
    load: () => import('./judge-accuracy.ts'),
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
} as const satisfies Record<string, EvidencePiece>;
