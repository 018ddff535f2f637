import { afterAll, describe, expect, it } from 'vitest';
import { draft, examples } from '../../../test/draft.ts';
import { scriptedClient } from '../../../test/scripted-client.ts';
import { AppError } from '../../base/errors.ts';
import { createSandbox } from '../../compose.ts';
import type { ModelRequest } from '../../contracts/model.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { askedOf, partsOfPrompt } from '../../prompting/fence.ts';
import { readPack } from '../packs/read-pack.ts';
import { writePack } from '../packs/write-pack.ts';
import type { Draft } from './draft.ts';
import { synthesiseGlobal } from './synthesise-global.ts';

const sandbox = await createSandbox({ language: 'javascript', cacheFolder: null });
afterAll(() => sandbox.close());

const tools = [
  { name: 'cancel_order', description: 'Cancels an order', parameters: { type: 'object' } },
  { name: 'get_order', description: 'Reads an order', parameters: { type: 'object' } },
];
const policy = '# Orders\n- An order is cancelled by its number.\n- Be kind.\n\n# Returns\n- Ask before you return.\n';
const readTrace = (trace: unknown) => parseTrace(JSON.stringify(trace)).flatMap((one) => (one.ok ? [one.value] : []));

type Answer = (request: ModelRequest, call: number) => unknown;

async function write(answer: Answer, over: Partial<Parameters<typeof synthesiseGlobal>[0]> = {}) {
  let call = 0;
  const client = scriptedClient((request) => answer(request, call++));
  const given = { tools, policy, client, sandbox: async () => sandbox, readTrace, ...over };
  return { ...(await synthesiseGlobal(given)), requests: client.requests };
}
const drafts = (...constraints: readonly Draft[]) => ({ constraints, leftOut: [] });
const good = draft({ clause: '1.1', examples });

describe('synthesiseGlobal', () => {
  it('makes a pack that is written, read and checked without a model', async () => {
    const { pack, findings, requests } = await write(() => ({
      constraints: [good],
      leftOut: [{ what: '1.2', why: 'kindness cannot be seen' }],
    }));
    expect(requests).toHaveLength(1);
    expect(pack.constraints).toHaveLength(1);
    expect(pack.constraints[0]).toMatchObject({ origin: 'model', scope: 'global', clause: '1.1' });
    expect(pack.clauses.map(({ id }) => id)).toEqual(['1.1', '1.2', '2.1']);
    expect(findings.map(({ kind }) => kind)).toEqual(['left-out', 'left-out']);
    expect(findings[0]?.message).toBe('no constraint comes from the clauses 2.1, and no reason is given');
    const [file] = writePack(pack);
    expect(readPack(JSON.parse(file?.text ?? ''), 'x', () => '')).toEqual(pack);
  });

  it.each([
    ['does not compile', { source: '(trajectory, step => true' }, 'compile'],
    ['holds in both examples', { source: '() => true' }, 'example 2, where it should be violated: holds'],
    ['throws', { source: '(t, s) => s.events[0].call.id === "x"' }, 'example 1, where it should hold: exception'],
    ['never applies to its examples', { guard: { ...good.guard, content: 'refund' } }, 'never triggered'],
    ['names a tool that is not there', { guard: { ...good.guard, tools: ['cancel'] } }, 'there is no tool'],
  ])('has put right what %s', async (_name, over, problem) => {
    const { pack, findings, requests } = await write((_request, call) =>
      drafts(call === 0 ? { ...good, ...over } : good),
    );
    expect(requests).toHaveLength(2);
    const problems = partsOfPrompt(requests[1]?.prompt ?? '').find(({ name }) => name === 'problems');
    expect(problems?.text).toContain(problem);
    expect(pack.constraints.map(({ id }) => id)).toEqual(['cancel-names-order']);
    expect(findings.some(({ kind, constraint }) => kind === 'repaired' && constraint === 'cancel-names-order')).toBe(
      true,
    );
  });

  it('leaves out, with the reason, what is wrong twice or not written again', async () => {
    const broken = { ...good, source: '() => true' };
    const twice = await write(() => drafts(broken, draft({ ...good, id: 'second' })));
    expect(twice.requests).toHaveLength(2);
    expect(twice.pack.constraints.map(({ id }) => id)).toEqual(['second']);
    expect(twice.findings.filter(({ kind }) => kind === 'dropped')).toMatchObject([
      { message: expect.stringMatching(/^cancel_names_order: example 2/) },
    ]);
    const silent = await write((_request, call) => drafts(...(call === 0 ? [broken] : [])));
    expect(silent.findings.filter(({ kind }) => kind === 'dropped')).toHaveLength(1);
  });

  it('gives ids that nothing else has, and keeps what says the same once', async () => {
    const { pack, findings } = await write(
      () =>
        drafts(
          draft({ id: 'no cycle', source: '() => 1 > 0' }),
          draft({ id: 'Mine!', source: '() => 2 > 0' }),
          draft({ id: 'mine', source: '() => 3 > 0' }),
          draft({ id: 'again', source: '() => 3 > 0' }),
        ),
      { taken: ['mine'] },
    );
    expect(pack.constraints.map(({ id }) => id)).toEqual(['no-cycle-2', 'mine-2', 'mine-3']);
    expect(findings).toContainEqual({ constraint: 'mine-3', kind: 'merged', message: 'again says the same' });
  });

  it('asks about a dozen clauses at once, and says which a failed call has lost', async () => {
    const long = Array.from({ length: 30 }, (_, at) => `${at + 1}. Rule number ${at}.`).join('\n');
    const { requests, findings } = await write(
      (_request, call) => {
        if (call === 1) throw new AppError('MODEL_UNAVAILABLE', 'down');
        if (call === 2) throw new AppError('MODEL_BUDGET_SPENT', 'spent');
        return drafts();
      },
      { policy: long },
    );
    expect(requests).toHaveLength(3);
    const failed = findings.filter(({ kind }) => kind === 'call-failed').map(({ message }) => message);
    expect(failed[0]).toMatch(/^clauses 13 to 24: no answer of the model/);
    expect(failed[1]).toMatch(/^clauses 25 to 30: .*budget/);
    const shown = requests.map(({ prompt }) => partsOfPrompt(prompt).find(({ name }) => name === 'clauses')?.text);
    expect(shown[2]?.split('\n')).toHaveLength(6);
    expect(new Set(requests.map(({ prompt }) => prompt.slice(0, 400))).size).toBe(1);
  });

  it('bounds what one call may write, and asks about tools where there is no policy', async () => {
    const many = Array.from({ length: 35 }, (_, at) => draft({ id: `c${at}`, source: `() => ${at} >= 0` }));
    const { pack, findings, requests } = await write(() => drafts(...many), { policy: null });
    expect(pack.constraints).toHaveLength(30);
    expect(findings).toContainEqual({
      constraint: null,
      kind: 'left-out',
      message: 'tools 1 to 2: 5 constraints beyond the 30 asked for',
    });
    expect(askedOf(requests[0]?.prompt ?? '')).not.toContain('cancel_order');
  });
});
