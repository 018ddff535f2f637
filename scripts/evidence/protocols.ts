import { PROTOCOLS } from '../../src/llm/__fixtures__/protocols.ts';
import { problemsOf, runScenario, SCENARIOS } from '../../src/llm/__fixtures__/scenarios.ts';
import { startScriptedServer } from '../../src/llm/__fixtures__/scripted-server.ts';
import type { EvidenceRun } from './piece.ts';
import { readingProblems, realAnswers } from './readings.ts';

/** Every scenario in every protocol, against a server on this machine. */
export const run: EvidenceRun = async ({ args, print }) => {
  const server = await startScriptedServer();
  const problems: string[] = [];
  let calls = 0;
  try {
    for (const protocol of Object.keys(PROTOCOLS)) {
      if (args.length > 0 && !args.includes(protocol)) continue;
      print(`${protocol} (${PROTOCOLS[protocol]?.name('http://127.0.0.1:PORT')})`);
      print(`  ${'what the provider does'.padEnd(26)} ${'what the client gives'.padEnd(23)} requests     ms  paid`);
      for (const [name, scenario] of Object.entries(SCENARIOS)) {
        if (scenario.not?.includes(protocol) === true) {
          print(`  ${name.padEnd(26)} -`);
          continue;
        }
        const outcome = await runScenario(protocol, scenario, server);
        const found = problemsOf(scenario, outcome);
        calls++;
        problems.push(...found.map((problem) => `${protocol}, ${name}: ${problem}`));
        const gave = outcome.answer === null ? outcome.gave : outcome.answer.repaired ? 'value, repaired' : 'value';
        const paid = outcome.costUsd === null ? 'not known' : `$${outcome.costUsd.toFixed(6)}`;
        print(
          `  ${name.padEnd(26)} ${gave.padEnd(23)} ${String(outcome.requests).padStart(8)} ${outcome.elapsedMs.toFixed(0).padStart(6)}  ${paid}${found.length === 0 ? '' : '  <-- not as stated'}`,
        );
        if (outcome.answer === null) print(`      ${outcome.message}`);
        for (const note of outcome.answer?.notes ?? []) print(`      note: ${note}`);
      }
      const misread = await readingProblems(protocol, server, print);
      problems.push(...misread);
    }
  } finally {
    await server.close();
  }
  const real = realAnswers();
  print(
    real === null ? 'no data: real answers were not read' : `real answers of a model: ${real.read} of ${real.all} read`,
  );
  if (real !== null && real.read < real.all) problems.push(`${real.all - real.read} real answers were not read`);
  for (const problem of problems) print(problem);
  return { met: calls > 0 && problems.length === 0, text: `${calls} scenarios, ${problems.length} problems` };
};
