import { randomFrom } from './random.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  readonly name?: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: 'function';
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

export interface SyntheticRun {
  readonly task_id: string;
  readonly reward: number;
  readonly traj: readonly ChatMessage[];
}

const POLICY =
  'You help customers of a shop. Look the customer up before anything else. Only pending orders can be cancelled. ' +
  'Say what a change costs and ask for a yes before you write. Never make up a price, a number or a name.';
const GOODS = ['kettle', 'lamp', 'desk', 'tripod', 'keyboard', 'blanket', 'skillet', 'backpack', 'monitor', 'bottle'];
const PEOPLE = ['amira', 'bruno', 'chloe', 'dmitri', 'elena', 'farid', 'greta', 'hugo', 'ines', 'jonas'];
const COLOURS = ['red', 'green', 'black', 'white', 'silver', 'sand'];
const MATERIALS = ['steel', 'cotton', 'glass', 'oak', 'recycled plastic'];
const REASONS = ['it came too late', 'the colour is wrong', 'I ordered it twice', 'I found it cheaper', 'it is broken'];

/**
 * A failed run in tau-bench's form, with as many messages as asked for: one customer after another is looked up,
 * orders are read, tools refuse and are called again, answers count and add up what tools said. All ids are distinct,
 * as in a real run of that length; the text is of about the size real runs have (near 500 characters a message).
 */
export function syntheticRun(steps: number, seed: number): SyntheticRun {
  const random = randomFrom(seed);
  const traj: ChatMessage[] = [{ role: 'system', content: POLICY }];
  while (traj.length < steps) traj.push(...episode(random, `${seed}x${traj.length}`));
  return { task_id: `synthetic-${seed}`, reward: 0, traj: traj.slice(0, steps) };
}

function episode(random: () => number, mark: string): ChatMessage[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const number = (digits: number) => String(Math.floor((0.1 + 0.9 * random()) * 10 ** digits));
  const customer = `${pick(PEOPLE)}_${pick(PEOPLE)}_${number(4)}`;
  const email = `${customer.replaceAll('_', '.')}@example.org`;
  const order = `#W${number(7)}`;
  const article = (name: string) => ({
    item_id: number(10),
    product_id: number(10),
    name,
    price: Number((5 + random() * 400).toFixed(2)),
    available: random() < 0.7,
    options: { colour: pick(COLOURS), size: pick(['S', 'M', 'L']), material: pick(MATERIALS), stock: number(2) },
  });
  const goods = Array.from({ length: 3 + Math.floor(random() * 6) }, () => article(pick(GOODS)));
  const total = goods.reduce((sum, one) => sum + one.price, 0).toFixed(2);
  const calls = callsOf(mark);
  const wanted = goods[0]?.name ?? 'kettle';
  const found = goods.filter(({ available }) => available).length;
  // Now and then an answer counts one too many, as agents do.
  const told = random() < 0.15 ? found + 1 : found;
  return [
    {
      role: 'user',
      content: `Hello, I am ${email}. I want to send back the ${wanted} of order ${order}, because ${pick(REASONS)}. How many of its articles can still be had, and what did I pay in all?`,
    },
    ...calls(
      'find_customer_by_email',
      { email },
      JSON.stringify({ customer_id: customer, tier: pick(['new', 'old']) }),
    ),
    ...calls('get_order', { order: order.slice(1) }, `Error: order ${order.slice(1)} not found`),
    ...calls(
      'get_order',
      { order_id: order },
      JSON.stringify({ order_id: order, customer_id: customer, status: 'delivered', items: goods, total }),
    ),
    ...calls(
      'list_variants',
      { product_id: goods[0]?.product_id },
      JSON.stringify({ name: wanted, variants: Array.from({ length: 20 }, () => article(wanted)) }),
    ),
    {
      role: 'assistant',
      content: `I have found your order ${order}, ${pick(PEOPLE)}. ${told} of its ${goods.length} articles are available, and you paid $${total} in all. I can send the ${wanted} back to the shop; the $${goods[0]?.price} would go to your card. Shall I?`,
    },
    { role: 'user', content: pick(['Yes, please.', 'Yes, go on.', 'No, leave it as it is.', 'Yes. And thank you.']) },
    ...calls(
      'return_items',
      { order_id: order, item_ids: [goods[0]?.item_id ?? ''], reason: pick(REASONS) },
      JSON.stringify({ order_id: order, status: 'return requested', refund: goods[0]?.price ?? 0 }),
    ),
    { role: 'assistant', content: `Done: the return of the ${wanted} of order ${order} has been requested.` },
  ];
}

const callsOf =
  (mark: string) =>
  (tool: string, args: unknown, result: string): ChatMessage[] => {
    const id = `call-${mark}-${tool}-${JSON.stringify(args).length}`;
    return [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } }],
      },
      { role: 'tool', tool_call_id: id, name: tool, content: result },
    ];
  };
