import { describe, expect, it } from 'vitest';
import { runRule } from '../../../test/run-rule.ts';
import rule from './handoff-instruction-followed.ts';

const chat = (...turns: readonly (readonly [string, string])[]) => turns.map(([role, content]) => ({ role, content }));
const page = (title: string, url: string) =>
  `Here is a screenshot of [${title}](${url}). The viewport shows 20% of the webpage.`;
const run = (told: string, done: string) =>
  runRule(
    rule,
    chat(
      ['human', 'Find karate schools near the market.'],
      ['Orchestrator (thought)', 'Initial plan: look'],
      ['Orchestrator (-> WebSurfer)', told],
      ['WebSurfer', done],
    ),
  );

describe('handoff-instruction-followed', () => {
  it('finds an act that has nothing to do with the instruction', () => {
    const found = run(
      'Please click on one of the karate schools and note the address.',
      `I clicked 'Taekwondo'.\n\n${page('Laser microscopes, depth meters', 'https://www.keyence.test/laser/microscope')}`,
    );
    expect(found.blamed).toEqual([3]);
    expect(found.quotes[0]).toContain('Taekwondo');
  });

  it('finds that another site was opened than the one named', () => {
    const found = run(
      'Open https://www.dojo-list.test/karate and list the karate schools near the market.',
      `I typed 'karate schools market' into the search box.\n\n${page('karate schools market - Search', 'https://search.test/?q=karate')}`,
    );
    expect(found.violations[0]?.message).toContain('told to open https://www.dojo-list.test/karate');
  });

  it('holds where the act fits', () => {
    const found = run(
      'Open https://www.dojo-list.test/karate and list the karate schools near the market.',
      `I typed 'https://dojo-list.test/karate' into the address bar.\n\n${page('Karate schools', 'https://dojo-list.test/karate')}`,
    );
    expect(found.checked).toBe(1);
    expect(found.blamed).toEqual([]);
  });
});
