import type { EventOf } from '../../contracts/trajectory.ts';
import type { PlacedEvent } from '../../trajectory/index-trajectory.ts';
import { likeness, sketchOf, type TextSketch } from '../../trajectory/text-sketch.ts';
import { defineRule, quoteHead, type Violation } from './rule.ts';

/** Shorter messages ("Done.", "Yes") repeat without anything being wrong. */
const LEAST_LENGTH = 80;
const ALIKE = 0.95;
/** How many earlier messages of the agent one is compared with. */
const LOOK_BACK = 20;

interface Sent {
  readonly placed: PlacedEvent<EventOf<'message'>>;
  readonly sketch: TextSketch;
  repeated: boolean;
}

export default defineRule({
  id: 'no-repeated-message',
  description: 'An agent does not send the same message again.',
  appliesTo: 'step',
  category: 'instruction-plan-adherence',
  mode: 'step-loop',
  severity: 'low',
  type: 'TEMPORAL',
  evaluate({ index }) {
    const sent = new Map<string, Sent[]>();
    const violations: Violation[] = [];
    let checked = 0;
    for (const placed of index.agentMessages) {
      if (placed.event.text.trim().length < LEAST_LENGTH) continue;
      checked++;
      const { step, event } = placed;
      const earlier = sent.get(step.agent) ?? [];
      sent.set(step.agent, earlier);
      const sketch = sketchOf(event.text);
      const same = earlier.slice(-LOOK_BACK).find((one) => likeness(one.sketch, sketch) >= ALIKE);
      if (same === undefined) {
        earlier.push({ placed, sketch, repeated: false });
        continue;
      }
      // One message said ten times is one fault, at its first repetition.
      if (same.repeated) continue;
      same.repeated = true;
      violations.push({
        step,
        message: `${step.agent} repeats a message it sent before`,
        evidence: [
          quoteHead(step, event, 'the message again'),
          quoteHead(same.placed.step, same.placed.event, 'the message before'),
        ],
      });
    }
    return { checked, violations };
  },
});
