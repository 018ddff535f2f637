import { describe, expect, it } from 'vitest';
import { errorPageOf } from './error-page.ts';

describe('errorPageOf', () => {
  it.each([
    ['Title: Error 403\nViewport', 'access', 'Title: Error 403'],
    ['# Access Denied\nYou need a key', 'access', '# Access Denied'],
    ['I see [Pardon Our Interruption](https://a.example)', 'access', '[Pardon Our Interruption'],
    ['A page. Please confirm you are a human (and not a bot).', 'access', 'confirm you are a human'],
    ['Log in to continue', 'access', 'Log in to continue'],
    ['Title: 404 Not Found', 'not-found', 'Title: 404'],
    ['## Page not found\nHome', 'not-found', '## Page not found'],
    ['Title: 502 Bad Gateway', 'infrastructure', 'Title: 502'],
    ['Hmm. This site can’t be reached', 'infrastructure', 'This site can’t be reached'],
    ['DNS_PROBE: ERR_NAME_NOT_RESOLVED', 'infrastructure', 'ERR_NAME_NOT_RESOLVED'],
  ] as const)('knows %j', (text, kind, words) => {
    const page = errorPageOf(text);
    expect(page?.kind).toBe(kind);
    expect(text.slice(page?.start, page?.end)).toBe(words);
  });

  it.each([
    'Title: The 404 best songs',
    'Title: Forbidden Planet (1956)'.replace('Forbidden', 'The Forbidden'),
    '[403] link "Next"',
    'Home | Log in | Sign up\nToday in the news',
    'HTTP status 503 means that a service is unavailable.',
    `${'text '.repeat(400)}\n# 404`,
  ])('lets %j be', (text) => {
    expect(errorPageOf(text)).toBeNull();
  });

  // In more than linear time these would take minutes.
  it.each([['title: '], ['[[[['], ['####']])('comes to an end with a page of many %s', (part) => {
    expect(errorPageOf(part.repeat(400_000))).toBeNull();
  });
});
