import type { CheckSource } from '../../../src/contracts/sandbox.ts';

/** Checks of the kind that packs hold: what came before a call, what a tool said, what the user agreed to. */
const SOURCES = {
  'authenticated-before-orders': `
    const called = (step, pattern) => step.events.some((e) => e.kind === 'tool-call' && pattern.test(e.name));
    const check = (trajectory, step) => {
      if (!called(step, /order/)) return true;
      return trajectory.steps.slice(0, step.position).some((one) => called(one, /^find_user_id/));
    };`,
  'one-call-a-message': `
    const check = (trajectory, step) => {
      const calls = step.events.filter((e) => e.kind === 'tool-call').length;
      const words = step.events.some((e) => e.kind === 'message' && e.text.trim() !== '');
      return calls <= 1 && !(calls === 1 && words);
    };`,
  'agreed-before-writing': `
    const WRITES = /^(cancel|modify|return|exchange)_/;
    const check = (trajectory, step) => {
      if (!step.events.some((e) => e.kind === 'tool-call' && WRITES.test(e.name))) return true;
      const before = trajectory.steps.slice(0, step.position).filter((one) => one.role === 'user').at(-1);
      const agreed = before !== undefined && before.events.some((e) => /\\b(yes|confirm|go ahead|proceed)\\b/i.test(e.text));
      return { holds: agreed, message: 'no agreement in the message before', evidence: [{ position: step.position }] };
    };`,
  'ids-come-from-somewhere': `
    const check = (trajectory, step) => {
      const known = trajectory.steps.slice(0, step.position).flatMap((one) => one.events.map((e) => e.text)).join('\\n');
      for (const e of step.events) {
        if (e.kind !== 'tool-call') continue;
        for (const id of e.text.match(/#W\\d{7}|\\b\\d{10}\\b/g) ?? []) if (!known.includes(id)) return { holds: false, message: id };
      }
      return true;
    };`,
} as const;

export const JAVASCRIPT_CHECKS: readonly CheckSource[] = Object.entries(SOURCES).map(([id, source]) => ({
  id,
  source,
  functionName: 'check',
}));
