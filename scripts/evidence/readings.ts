import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Opinion } from '../../src/contracts/opinion.ts';
import { LLM_JUDGES } from '../../src/judges/llm/index.ts';
import { readingAnswerSchema } from '../../src/judges/llm/reading-answer.ts';
import { PROTOCOLS } from '../../src/llm/__fixtures__/protocols.ts';
import type { ScriptedServer } from '../../src/llm/__fixtures__/scripted-server.ts';
import { openModel } from '../../src/llm/open-model.ts';
import { baseRun } from '../../test/base-run.ts';
import { CAREFUL_READING } from '../../test/careful-model.ts';
import { dataFolder } from '../../test/data-folder.ts';
import { readingInput } from '../../test/reading-input.ts';

/** What a model may answer about a run, and what must become of it. */
interface Reading {
  readonly name: string;
  readonly answer: unknown;
  readonly isRight: (opinion: Opinion) => boolean;
}

const SPELLINGS = [
  'misinterpretation-of-tool-output',
  'Misinterpretation of Tool Output',
  'MISINTERPRETATION_OF_TOOL_OUTPUT',
  'misinterpretation of tool output.',
  'MisinterpretationOfToolOutput',
  'Misinterpretation  of  tool-output',
];

const READINGS: readonly Reading[] = [
  { name: 'a careful reading', answer: CAREFUL_READING, isRight: ({ critical }) => critical !== null },
  {
    name: 'a step that does not exist',
    answer: { ...CAREFUL_READING, critical: 99, decisive: 99 },
    isRight: ({ critical, decisive, problems }) =>
      decisive === null && critical !== 98 && problems.join().includes('99'),
  },
  {
    name: 'a quote that does not occur',
    answer: { ...CAREFUL_READING, evidence: [{ step: 9, quote: 'There are 4 lamps.' }] },
    isRight: ({ evidence, problems }) => evidence.every(({ found }) => found === null) && problems.length > 0,
  },
  ...SPELLINGS.map(
    (category): Reading => ({
      name: `category as "${category}"`,
      answer: { ...CAREFUL_READING, category },
      isRight: (opinion) => opinion.category === 'misinterpretation-of-tool-output',
    }),
  ),
  {
    name: 'steps as texts',
    answer: { ...CAREFUL_READING, firstMistake: '3', critical: 'step 9', decisive: 'Step #9' },
    isRight: ({ firstMistake, critical, decisive }) => firstMistake !== null && critical !== null && decisive !== null,
  },
  {
    name: 'steps as null',
    answer: { ...CAREFUL_READING, firstMistake: null, critical: null, decisive: null },
    isRight: ({ critical, decisive, failure }) => critical === null && decisive === null && failure === null,
  },
  {
    name: 'prose before the JSON',
    answer: `Let me think. The answer:\n${JSON.stringify(CAREFUL_READING)}`,
    isRight: ({ critical }) => critical !== null,
  },
];

/** Every reading through every protocol; gives what did not come out right, in words. */
export async function readingProblems(
  protocol: string,
  server: ScriptedServer,
  print: (line: string) => void,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const { name, env } = PROTOCOLS[protocol] ?? {};
  if (name === undefined || env === undefined) return [`no protocol ${protocol}`];
  for (const reading of READINGS) {
    const text = typeof reading.answer === 'string' ? reading.answer : JSON.stringify(reading.answer);
    server.script({ kind: 'text', text });
    const { client } = await openModel(name(server.address), { env: env(server.address) });
    const opinion = await LLM_JUDGES['llm-all-at-once'].read(readingInput(baseRun(), client));
    const isRight = opinion.failure === null && reading.isRight(opinion);
    if (!isRight) problems.push(`${protocol}, ${reading.name}: ${opinion.failure ?? JSON.stringify(opinion)}`);
    print(`  ${reading.name.padEnd(50)} ${isRight ? 'read as it should be' : '<-- not as stated'}`);
  }
  return problems;
}

/** Real answers of a model in AgentRx's shape: how many there are, and how many are read. */
export function realAnswers(): { readonly all: number; readonly read: number } | null {
  const folder = dataFolder === null ? null : join(dataFolder, 'mas-sim/judge_outputs_gpt-5.5');
  if (folder === null || !existsSync(folder)) return null;
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const read = files.filter(
    (name) => readingAnswerSchema.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).success,
  );
  return { all: files.length, read: read.length };
}
