import type { GraphEdge } from '../../contracts/graph.ts';
import type { Run } from '../../contracts/run.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import {
  calls,
  constraint,
  evidenceAt,
  gives,
  makeRun,
  makeTrajectory,
  outcome,
  says,
  type StepDraft,
  user,
  violation,
} from './make-run.ts';

// A shop's support agent that counts eleven where its tool lists ten. Written for these tests.

const COLORS = ['red', 'blue', 'green', 'black', 'white', 'purple'];
const SIZES = ['S', 'XL'];
const variants = Object.fromEntries(
  COLORS.flatMap((color, c) =>
    SIZES.map((size, s) => {
      const id = `${4100 + c * 37 + s * 11}`;
      return [
        id,
        {
          item_id: id,
          options: { color, size, material: 'cotton' },
          available: c * 2 + s !== 5 && c * 2 + s !== 8,
          price: 46.5 + c,
        },
      ];
    }),
  ),
);

const order = {
  order_id: '#W7303',
  user_id: 'mia_keller_4417',
  status: 'delivered',
  items: [
    { name: 'Desk Lamp', item_id: '9083', price: 131.2 },
    { name: 'Water Bottle', item_id: '7533', price: 42.9 },
  ],
  payment_history: [{ transaction_type: 'payment', amount: 174.1, payment_method_id: 'paypal_2231' }],
};

export const TSHIRT_STEPS: readonly StepDraft[] = [
  user(
    'Hi! Two things: how many T-shirt options can I buy right now, and can you take back the desk lamp from my last order?',
  ),
  says('Happy to help. To find your account, could you give me your name and ZIP code?'),
  user('Mia Keller, 80302.'),
  calls('call_1', 'find_user_id_by_name_zip', { first_name: 'Mia', last_name: 'Keller', zip: '80302' }),
  gives('call_1', 'find_user_id_by_name_zip', 'mia_keller_4417'),
  calls('call_2', 'list_all_product_types', {}),
  gives('call_2', 'list_all_product_types', { 'Desk Lamp': '6817', 'T-Shirt': '9523', 'Water Bottle': '8310' }),
  calls('call_3', 'get_product_details', { product_id: '9523' }),
  gives('call_3', 'get_product_details', { name: 'T-Shirt', product_id: '9523', variants }),
  says(
    'Currently, there are 11 available T-shirt options in our store: red, blue, green, black, white and purple, in two sizes.\n\nNow for the return: which order is the desk lamp in?',
  ),
  user('Eleven, good, then I will pick one later. The order is W7303.'),
  calls('call_4', 'get_order_details', { order_id: 'W7303' }),
  gives('call_4', 'get_order_details', 'Error: order not found', true),
  calls('call_5', 'get_order_details', { order_id: '#W7303' }, 'The order number needs a # in front. Trying again.'),
  gives('call_5', 'get_order_details', order),
  says('I found order #W7303. Shall I return the Desk Lamp ($131.20) and refund it to paypal_2231? (yes/no)'),
  user('yes'),
  calls('call_6', 'return_delivered_order_items', {
    order_id: '#W7303',
    item_ids: ['9083'],
    payment_method_id: 'paypal_2231',
  }),
  gives('call_6', 'return_delivered_order_items', { ...order, status: 'return requested', return_items: ['9083'] }),
  says(
    'Your return is requested: $131.20 will go back to paypal_2231. And to sum up, you can choose from 11 T-shirt options. Have a good day!',
  ),
];

export const TSHIRT_CONSTRAINTS = [
  constraint('claim-matches-tool-output', 'A number the agent states agrees with the tool output it speaks of.', {
    category: 'misinterpretation-of-tool-output',
    mode: 'context-miss',
    severity: 'high',
    type: 'RELATIONAL_POST',
  }),
  constraint('id-as-issued', 'An id is passed to a tool in the form in which tools issue it.', {
    category: 'invalid-invocation',
    mode: 'invocation-issue',
    severity: 'low',
    type: 'PROVENANCE',
  }),
  constraint('tool-error-acknowledged', 'After a tool failed, the agent says so or tries something else.', {
    category: 'misinterpretation-of-tool-output',
  }),
  constraint('tool-call-answered', 'Every tool call gets a result before the run goes on.', {
    category: 'system-failure',
    type: 'PROTOCOL',
  }),
  constraint('write-confirmed-by-user', 'The user agrees in words before an order is changed.', {
    category: 'instruction-plan-adherence',
    severity: 'high',
    type: 'TEMPORAL',
  }),
  constraint('request-within-toolset', 'What the user asks for can be done with the tools at hand.', {
    category: 'intent-not-supported',
  }),
  constraint('plan-items-done', 'Every item of the plan is carried out or dropped in words.', {
    category: 'instruction-plan-adherence',
  }),
];

const POLICY =
  'You are a retail support agent. Find the user before anything else. Before you change an order, list the details and get an explicit yes. Do not make up information.';

export const tshirtTrajectory = (fields: Parameters<typeof makeTrajectory>[2] = {}): Trajectory =>
  makeTrajectory('tshirt-7', TSHIRT_STEPS, {
    policy: POLICY,
    instruction: 'Say how many T-shirt options are available and return the desk lamp.',
    tools: [
      {
        name: 'get_product_details',
        description: 'Variants of a product, with price and availability.',
        parameters: null,
      },
      { name: 'return_delivered_order_items', description: 'Return items of a delivered order.', parameters: null },
    ],
    ...fields,
  });

const value = (trajectory: Trajectory, text: string, from: number, to: number): GraphEdge => {
  const source = evidenceAt(trajectory, from, text);
  const target = evidenceAt(trajectory, to, text);
  return {
    from,
    to,
    kind: 'data',
    carrier: {
      type: 'value',
      value: text,
      fromEventId: source.eventId,
      fromStart: source.start,
      toEventId: target.eventId,
      toStart: target.start,
    },
  };
};

export function failedRun(): Run {
  const trajectory = tshirtTrajectory();
  const at = (position: number, needle: string, note = '') => evidenceAt(trajectory, position, needle, note);
  return makeRun({
    trajectory,
    constraints: TSHIRT_CONSTRAINTS,
    outcomes: [
      violation(
        trajectory,
        'claim-matches-tool-output',
        9,
        'the answer says 11 options are available, the tool lists 10',
        [
          at(9, 'there are 11 available T-shirt options', 'says 11'),
          at(8, '"available":false', 'one of two variants that are sold out'),
        ],
      ),
      violation(
        trajectory,
        'id-as-issued',
        11,
        'order id "W7303" lacks the "#" that the tools use',
        [at(11, 'W7303', 'as the user wrote it')],
        13,
      ),
      violation(trajectory, 'claim-matches-tool-output', 19, 'the final answer repeats 11 options, the tool lists 10', [
        at(19, 'you can choose from 11 T-shirt options', 'says 11 again'),
      ]),
      outcome('plan-items-done', 'undecided', 'no plan was written down to compare with', 1),
      outcome('request-within-toolset', 'error', 'the rule failed: tool list has no descriptions', 1),
      outcome('tool-error-acknowledged', 'satisfied', 'holds', 1),
      outcome('tool-call-answered', 'satisfied', 'holds', 6),
      outcome('write-confirmed-by-user', 'satisfied', 'holds', 1),
    ],
    edges: [
      ...trajectory.steps.slice(1).map(
        (step): GraphEdge => ({
          from: step.position - 1,
          to: step.position,
          kind: 'control',
          carrier: { type: 'order' },
        }),
      ),
      { from: 7, to: 8, kind: 'control', carrier: { type: 'call-result', callId: 'call_3' } } satisfies GraphEdge,
      value(trajectory, 'T-Shirt', 6, 8),
      value(trajectory, '9523', 6, 7),
      value(trajectory, 'red', 8, 9),
      value(trajectory, '11', 9, 19),
      value(trajectory, 'paypal_2231', 14, 17),
    ].sort((a, b) => a.from - b.from || a.to - b.to),
    recoveries: [
      { failedPosition: 12, actedPosition: 11, recoveredPosition: 13, how: 'the same tool succeeded with "#W7303"' },
    ],
    markers: {
      firstAnomaly: [9, 'first check that fails and stays failed'],
      critical: [9, 'the wrong count is never taken back'],
      decisive: [9, 'the final answer rests on it'],
      lastRecoverable: [18, 'the count could still be corrected in the last reply'],
      pointOfNoReturn: [19, 'the final answer repeats the count'],
      symptom: [19, 'the wrong number reaches the user as the answer'],
    },
    diagnosis: {
      category: 'misinterpretation-of-tool-output',
      mode: 'context-miss',
      owner: 'model',
      score: 3.42,
      headline: 'It broke at step 10, assistant: misinterpretation of tool output.',
      reasons: [
        { text: 'a stated number disagrees with the tool output it speaks of', contribution: 2.1 },
        { text: 'the final answer repeats the value introduced here', contribution: 1.35 },
        { text: 'nothing later takes it back', contribution: 0.6 },
        { text: 'no tool call depends on it', contribution: -0.63 },
      ],
      alternatives: [
        {
          stepId: 'step-12',
          position: 11,
          nativeIndex: null,
          rawRef: '/traj/11',
          agent: 'assistant',
          category: 'invalid-invocation',
          score: 0.88,
          reasons: [
            { text: 'the call failed: order not found', contribution: 1.7 },
            { text: 'the next call put it right', contribution: -0.82 },
          ],
        },
        {
          stepId: 'step-20',
          position: 19,
          nativeIndex: null,
          rawRef: '/traj/19',
          agent: 'assistant',
          category: 'misinterpretation-of-tool-output',
          score: 0.41,
          reasons: [{ text: 'repeats the number, but did not introduce it', contribution: 0.41 }],
        },
      ],
      causalPath: [
        { position: 9, via: '' },
        { position: 19, via: '11' },
      ],
      fixes: [
        { owner: 'model', text: 'Use a stronger model for this step, or have the step checked.' },
        { owner: 'tool', text: 'Have the tool give the number of available variants, so that nobody has to count.' },
      ],
    },
  });
}

export function succeededRun(): Run {
  const trajectory = makeTrajectory(
    'tshirt-8',
    TSHIRT_STEPS.map((step) => ({
      ...step,
      events: step.events.map((event) =>
        event.kind === 'message'
          ? { ...event, text: event.text.replace(/\b11\b/, '10').replace('Eleven', 'Ten') }
          : event,
      ),
    })),
    { outcome: { status: 'succeeded', reward: 1, reason: 'reward 1' } },
  );
  return makeRun({
    trajectory,
    constraints: TSHIRT_CONSTRAINTS,
    outcomes: [
      violation(
        trajectory,
        'id-as-issued',
        11,
        'order id "W7303" lacks the "#" that the tools use',
        [evidenceAt(trajectory, 11, 'W7303', 'as the user wrote it')],
        13,
      ),
      violation(trajectory, 'tool-error-acknowledged', 13, 'the agent retried without telling the user', [
        evidenceAt(trajectory, 13, 'Trying again', ''),
      ]),
      outcome('claim-matches-tool-output', 'satisfied', 'holds', 2),
      outcome('tool-call-answered', 'satisfied', 'holds', 6),
      outcome('plan-items-done', 'not-applicable', 'nothing in the trajectory to check', 0),
    ],
    diagnosis: { headline: 'The run succeeded, with 2 near misses.' },
  });
}
