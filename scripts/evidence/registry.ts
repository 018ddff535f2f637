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
  'rule-precision': {
    title: 'How often each rule fires on runs that passed and on runs that failed; writes the page about it',
    options: '[--check]',
    load: () => import('./rule-precision.ts'),
  },
  speed: {
    title: 'Time and memory: one run, long runs, many files, a large file, start-up',
    options: '[--quick] [warm] [growth] [start] [files] [memory]',
    load: () => import('./speed.ts'),
  },
  'tau-packs': {
    title:
      'The example packs of the tau-bench policies: violations on passing runs, and the labelled step on failed ones',
    load: () => import('./tau-packs.ts'),
  },
} as const satisfies Record<string, EvidencePiece>;
