import type { Clock } from '../clock.ts';
import { type RawAnswer, type RawModel, type RawRequest, rawAnswer } from '../raw-model.ts';

export const rawRequest = (more: Partial<RawRequest> = {}): RawRequest => ({
  purpose: 'judge', system: 'S', prompt: 'P', schema: null, schemaName: 'answer', maxOutputTokens: 100,
  temperature: 0, seed: null, sampleIndex: 0, ...more,
});

export interface ScriptedModel extends RawModel {
  readonly asked: RawRequest[];
}

/** A model that does what it is told: gives a text or an answer, or throws. */
export function scriptedModel(...script: readonly (string | RawAnswer | Error | ((request: RawRequest) => Promise<RawAnswer>))[]): ScriptedModel {
  const asked: RawRequest[] = [];
  return {
    id: 'test:model',
    asked,
    generate: async (request) => {
      const step = script[Math.min(asked.length, script.length - 1)];
      asked.push(request);
      if (step instanceof Error) throw step;
      if (typeof step === 'function') return step(request);
      if (typeof step === 'string') return rawAnswer(step, 'model-1');
      if (step === undefined) throw new Error('no script');
      return step;
    },
  };
}

export interface TestClock extends Clock {
  /** Every wait that was asked for, in milliseconds. */
  readonly waits: number[];
}

/** A clock that stands still but for waits, which are over at once. */
export function testClock(): TestClock {
  let time = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => time,
    sleep: async (ms) => {
      waits.push(ms);
      time += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
