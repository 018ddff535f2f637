import type { Run } from '../../contracts/run.ts';
import { writePack } from '../packs/write-pack.ts';
import { type LeftOut, type TestCase, type TestedPack, testCasesOf } from './test-case.ts';
import { writeJavascriptTest } from './write-javascript.ts';
import { PROMPTFOO_FILES, writePromptfoo } from './write-promptfoo.ts';
import { writePytest } from './write-pytest.ts';

export type { LeftOut, TestedPack } from './test-case.ts';

/** A file to write: its name, with no folder, and its text. */
export interface ExportedFile {
  readonly name: string;
  readonly text: string;
}

interface Exporter {
  readonly title: string;
  readonly fileName: (testCase: TestCase) => string;
  readonly write: (testCase: TestCase, fileName: string) => string;
  /** Files that all of its tests share. */
  readonly shared?: readonly ExportedFile[];
}

/** Test runners that a violated constraint can be written for. */
export const EXPORTERS = {
  vitest: {
    title: 'vitest',
    fileName: ({ name }) => `culprit-${name}.test.mjs`,
    write: (testCase, file) => writeJavascriptTest(testCase, 'vitest', file),
  },
  jest: {
    title: 'jest',
    fileName: ({ name }) => `culprit-${name}.test.mjs`,
    write: (testCase, file) => writeJavascriptTest(testCase, 'jest', file),
  },
  pytest: {
    title: 'pytest',
    fileName: ({ name }) => `test_culprit_${name.replaceAll('-', '_')}.py`,
    write: writePytest,
  },
  promptfoo: {
    title: 'promptfoo',
    fileName: ({ name }) => `culprit-${name}.promptfoo.yaml`,
    write: writePromptfoo,
    shared: PROMPTFOO_FILES,
  },
} as const satisfies Record<string, Exporter>;

export type ExportTarget = keyof typeof EXPORTERS;

export interface ExportTestsInput {
  readonly to: ExportTarget;
  /** Runs that were diagnosed with the packs. */
  readonly runs: readonly Run[];
  readonly packs: readonly TestedPack[];
}

export interface ExportedTests {
  /** Tests first, then what they need beside them. */
  readonly files: readonly ExportedFile[];
  /** Constraints that were written into tests, over all runs. */
  readonly tests: number;
  /** What was violated and is not tested, and why. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * Writes what runs violated as tests for the agent's next runs: one file a run, each constraint a test that holds a new
 * trace against it. Words of the traces stand in the files as text alone.
 */
export function exportTests({ to, runs, packs }: ExportTestsInput): ExportedTests {
  const exporter: Exporter = EXPORTERS[to];
  const { cases, leftOut } = testCasesOf(runs, packs);
  const files = cases.map((testCase) => {
    const name = exporter.fileName(testCase);
    return { name, text: exporter.write(testCase, name) };
  });
  const copies = packs.filter(({ pack, path }) => path === null && cases.some((one) => usesCopyOf(one, pack.name)));
  return {
    files: [
      ...files,
      ...(files.length === 0 ? [] : (exporter.shared ?? [])),
      ...copies.flatMap(({ pack }) => writePack(pack)),
    ],
    tests: cases.reduce((sum, { constraints }) => sum + constraints.length, 0),
    leftOut,
  };
}

const usesCopyOf = ({ packs }: TestCase, packName: string): boolean => packs.includes(`${packName}.constraints.json`);
