import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROTOCOLS } from './__fixtures__/protocols.ts';
import { problemsOf, runScenario, SCENARIOS } from './__fixtures__/scenarios.ts';
import { type ScriptedServer, startScriptedServer } from './__fixtures__/scripted-server.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

describe.each(Object.keys(PROTOCOLS))('%s', (protocol) => {
  const spoken = Object.entries(SCENARIOS).filter(([, { not = [] }]) => !not.includes(protocol));
  test.each(spoken)('%s', async (_name, scenario) => {
    const outcome = await runScenario(protocol, scenario, server);
    expect({ problems: problemsOf(scenario, outcome), message: outcome.message }).toEqual({
      problems: [],
      message: outcome.message,
    });
  });
});
