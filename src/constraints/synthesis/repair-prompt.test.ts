import { expect, it } from 'vitest';
import { draft } from '../../../test/draft.ts';
import { partsOfPrompt } from '../../prompting/fence.ts';
import { repairPrompt } from './repair-prompt.ts';

const broken = (id: string, source = '() => 1') => ({
  draft: draft({ id, source }),
  problems: [`${id} is wrong`, 'twice'],
});

it('shows the drafts that fit, with what is wrong with each, behind the request they answer', () => {
  const long = broken('long', 'x'.repeat(30_000));
  const repair = repairPrompt('Write.', [broken('one'), long, broken('two')], 2_000);
  expect(repair?.asked).toBe(2);
  expect(repair?.prompt.startsWith('Write.\n')).toBe(true);
  const [drafts, problems] = partsOfPrompt(repair?.prompt ?? '').filter(({ kind }) => kind === 'shown');
  expect(drafts?.text.split('\n').map((line) => JSON.parse(line).id)).toEqual(['one', 'two']);
  expect(problems?.text).toBe('1. one is wrong; twice\n2. two is wrong; twice');
  expect(repairPrompt('Write.', [long], 2_000)).toBeNull();
});
