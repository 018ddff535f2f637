import { LLM_JUDGES } from '../../src/judges/llm/index.ts';
import { INJECTIONS } from '../../test/injected-traces.ts';
import { checkInjection, readClean } from './injection/check-injection.ts';
import type { EvidenceRun } from './piece.ts';

/**
 * Has every judge read a run with an order to the judge in it, with a model that obeys whatever stands outside of fences,
 * and compares what is asked and what comes out with the same run without the order. It says nothing of how a real model
 * takes an order that it sees inside of a fence.
 */
export const run: EvidenceRun = async ({ args, print }) => {
  const only = args[0] ?? '';
  const judges = Object.values(LLM_JUDGES);
  const clean = await readClean(judges);
  const totals = { places: 0, readings: 0, calls: 0, exposed: 0, changed: 0 };
  for (const injection of INJECTIONS.filter(({ id }) => id.includes(only))) {
    const check = await checkInjection(judges, injection, clean);
    totals.places++;
    totals.readings += check.readings;
    totals.calls += check.calls;
    totals.exposed += check.exposed;
    totals.changed += check.differences.length;
    print(
      `${injection.id.padEnd(20)} ${injection.place}: in ${check.exposed} of ${check.calls} requests, ` +
        `${check.differences.length} differences`,
    );
    for (const difference of check.differences.slice(0, 10)) print(`  CHANGED ${difference}`);
  }
  return {
    met: totals.places > 0 && totals.changed === 0,
    text:
      `${totals.changed} differences; orders at ${totals.places} places, ${judges.length} judges, ${totals.readings} readings, ` +
      `${totals.exposed} of ${totals.calls} requests hold the order`,
  };
};
