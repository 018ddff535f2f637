import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../../test/data-folder.ts';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { buildGraph } from '../../graph/build-graph.ts';
import { indexTrajectory } from '../../trajectory/index-trajectory.ts';
import rule from './claim-matches-tool-output.ts';

const mug = (id: string, color: string, price: number, available: boolean) => ({
  item_id: id,
  options: { color, size: 'large' },
  available,
  price,
});
const MUGS = {
  name: 'Mug',
  product_id: '8310926033',
  variants: {
    '4579334072': mug('4579334072', 'red', 12.5, true),
    '3453331371': mug('3453331371', 'blue', 9.25, false),
    '2439754078': mug('2439754078', 'green', 10.75, true),
    '7843064651': mug('7843064651', 'white', 14, true),
  },
};
const ORDER = {
  order_id: '#W100',
  status: 'pending',
  items: [
    { name: 'Mug', item_id: '4579334072', price: 12.5, options: { color: 'red' } },
    { name: 'Kettle', item_id: '9999333311', price: 40, options: { color: 'steel' } },
  ],
  fulfillments: [{ tracking_id: ['194496721133'], item_ids: ['4579334072'] }],
};
const OTHER = {
  order_id: '#W200',
  status: 'delivered',
  items: [{ name: 'Sneakers', item_id: '6477915553', price: 186.45 }],
  fulfillments: [{ tracking_id: ['746342064230'], item_ids: ['6477915553'] }],
};

const say = (text: string, ...more: readonly string[]) => [
  user('Tell me about the mugs and my orders.'),
  agent('', ['get_product', { id: '8310926033' }]),
  result('get_product', JSON.stringify(MUGS)),
  agent('', ['get_order', { id: '#W100' }]),
  result('get_order', JSON.stringify(ORDER)),
  agent('', ['get_order', { id: '#W200' }]),
  result('get_order', JSON.stringify(OTHER)),
  agent(text),
  ...more.flatMap((one) => [user('And?'), agent(one)]),
];
const run = (text: string, ...more: readonly string[]) => runRule(rule, say(text, ...more));

describe('claim-matches-tool-output', () => {
  describe('counts', () => {
    it('finds a wrong number of what the claim names', () => {
      const found = run('There are 4 available Mug options in our store.');
      expect(found.blamed).toEqual([7]);
      expect(found.violations[0]?.message).toContain('3 available');
      expect(found.quotes[0]).toBe('There are 4 available Mug options');
      expect(run('Order #W100 contains three items.').violations[0]?.message).toContain('says 3');
    });

    it('takes any reading that the words allow', () => {
      expect(run('There are 3 available Mug options.').blamed).toEqual([]);
      expect(run('We have 4 Mug options.').blamed).toEqual([]);
      expect(run('There is 1 red Mug option.').blamed).toEqual([]);
      expect(run('Order #W100 contains two items.').checked).toBe(1);
    });

    it('cannot tell where the words narrow down in a way that the data do not show', () => {
      const found = run('There are 7 Mug options under $10.');
      expect(found.blamed).toEqual([]);
      expect(found.undecided?.count).toBe(1);
      expect(run('There are 9 discounted Mug options.').undecided?.count).toBe(1);
      expect(run('Are there 9 Mug options?').checked).toBe(0);
    });
  });

  describe('fields of a thing that is named by its id', () => {
    it('finds a value that belongs to another', () => {
      expect(run('- Item 4579334072: **Color**: green').violations[0]?.message).toBe(
        'color of 4579334072 is red, the answer says green',
      );
      expect(run('1. Large mug (Item ID: 4579334072) - $13.50').violations[0]?.message).toContain('is 12.5');
    });

    it('does not mind another wording, rounding, or what a line computes', () => {
      expect(run('- Item 4579334072: **Color**: crimson').blamed).toEqual([]);
      expect(run('1. Large mug (Item ID: 4579334072) - $12.5').blamed).toEqual([]);
      expect(run('1. Exchange for 4579334072, a refund of $3.00').blamed).toEqual([]);
    });

    it('compares prices beside names', () => {
      expect(run('1. **Kettle** - $12.50').violations[0]?.message).toContain('Kettle costs 40');
      expect(run('1. **Kettle** - $40.00\n2. **Mug** (red) - $12.50').blamed).toEqual([]);
    });

    it('compares the status, unless a call may have changed it', () => {
      expect(run('Order #W100 (Delivered) holds a mug.').violations[0]?.message).toContain('is "pending"');
      expect(run('Order #W100 is currently pending.').blamed).toEqual([]);
      expect(run('Once order #W100 is delivered you can return it.').checked).toBe(0);
      const changed = [
        ...say('One moment.').slice(0, -1),
        agent('', ['deliver', { order: '#W100' }]),
        result('deliver', 'OK'),
        agent('Order #W100 is now delivered.'),
      ];
      expect(runRule(rule, changed).blamed).toEqual([]);
    });
  });

  it('finds what is listed as available and is not', () => {
    const found = run('Here are the available mugs:\n\n1. Blue, large - $9.25\n2. Green, large - $10.75');
    expect(found.violations.map((one) => one.message)).toEqual([
      '3453331371 has "available": false, the answer lists it as available',
    ]);
    expect(run('These are not available:\n\n1. Blue, large - $9.25').blamed).toEqual([]);
  });

  it('recomputes extremes, with any filter that the words may mean', () => {
    expect(run('The cheapest Mug is $10.75.').blamed).toEqual([]);
    expect(run('The cheapest Mug is $9.25.').blamed).toEqual([]);
    expect(run('The cheapest available Mug is $9.25.').violations[0]?.message).toContain('lowest price is 10.75');
    expect(run('The cheapest Mug is $12.50.').violations[0]?.message).toContain('lowest price is 9.25');
    expect(run('The cheapest red Mug is $12.50.').blamed).toEqual([]);
    expect(run('The most expensive Mug is $12.50.').violations[0]?.message).toContain('highest price is 14');
  });

  it('adds up what stands in the message', () => {
    expect(run('The total for the mug ($12.50) and the kettle ($40.00) is $52.50.').blamed).toEqual([]);
    expect(run('The total for the mug ($12.50) and the kettle ($40.00) is $53.20.').violations[0]?.message).toBe(
      '$12.50 + $40.00 = 52.5, the answer says $53.20',
    );
    expect(run('1. **Mug** - $12.50\n2. **Kettle** - $40.00\n\nThe total is $53.20.').blamed).toEqual([7]);
    expect(run('The total for 2 adults at $12.50 each and $40.00 per child is $65.00.').blamed).toEqual([]);
    expect(run('The difference between $40.00 and $12.50 is $28.00.').blamed).toEqual([7]);
  });

  it('finds an id that belongs to something else', () => {
    const found = run('The tracking number for order #W100 is 746342064230.');
    expect(found.violations[0]?.message).toBe('746342064230 belongs to #W200, the answer gives it for #W100');
    expect(run('The tracking number for order #W200 is 746342064230.').blamed).toEqual([]);
    expect(run('The tracking number for the tablet you ordered is 746342064230.').blamed).toEqual([7]);
    expect(run('The tracking number for the sneakers is 746342064230.').blamed).toEqual([]);
  });

  it('blames the computation that counted what is not available, and sees it put right', () => {
    const compute = (expression: string, value: string) => [
      agent('', ['calculate', { expression }]),
      result('calculate', value),
    ];
    const wrong = [
      ...say('One moment.'),
      ...compute('9.25 + 40 + 14', '63.25'),
      agent('With the available options the total is $63.25.'),
    ];
    expect(runRule(rule, wrong).blamed).toEqual([8]);
    const mended = [...wrong, ...compute('10.75 + 40 + 14', '64.75'), agent('It is $64.75 in fact.')];
    expect(runRule(rule, mended).violations[0]?.recoveredPosition).toBe(11);
  });

  it('sees a claim put right by a later one on the same', () => {
    const found = run('There are 4 available Mug options.', 'Sorry, there are 3 available Mug options.');
    expect(found.violations[0]?.recoveredPosition).toBe(9);
  });

  describe.skipIf(dataFolder === null)('on real conversations (no data)', () => {
    const violationsIn = (file: string) =>
      parseTrace(readFileSync(dataPath('agentrx/tau_retail', file), 'utf8')).flatMap((read) => {
        if (!read.ok) throw read.error;
        const index = indexTrajectory(read.value);
        const graph = buildGraph(index, { trajectory: '' });
        const { violations } = rule.evaluate({ trajectory: read.value, graph, index });
        return violations.map((one) => ({ ...one, place: `${read.value.id} step ${one.step.position + 1}` }));
      });

    it('finds the wrong counts, the wrong order and the unavailable item of failed runs', () => {
      const places = violationsIn('tau_dataset_failed.json').map((one) => one.place);
      expect(places).toEqual(expect.arrayContaining(['2 step 7', '3 step 7', '4 step 15', '32 step 11', '38 step 37']));
    });

    it('finds nothing in passing runs but what they put right later', () => {
      const found = violationsIn('tau_dataset_passed.json');
      expect(found.filter((one) => (one.recoveredPosition ?? null) === null)).toEqual([]);
      expect(found.length).toBeLessThanOrEqual(2);
    });
  });
});
