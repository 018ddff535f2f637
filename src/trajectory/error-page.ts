import type { ToolFailure } from './failure-kind.ts';

/** Titles stand at the very start; the words of a page further down are read as far as its first screen. */
const TITLE_SEARCHED = 800;
const PAGE_SEARCHED = 6_000;

/** `Title: …`, a Markdown heading, or the text of a Markdown link, with at most "Error" or "Error code" before the rest. */
const titled = (words: string): RegExp =>
  new RegExp(`(?:\\btitle:[ \\t]*|^#{1,3}[ \\t]+|\\[(?!\\d))(?:error[ \\t]*(?:code)?:?[ \\t]*)?(?:${words})`, 'im');

const TITLES: readonly (readonly [ToolFailure['kind'], RegExp])[] = [
  [
    'access',
    titled(
      '40[137]\\b|access (?:to this page has been )?denied|forbidden\\b|unauthorized\\b|just a moment\\.\\.\\.|attention required|pardon our interruption|are you a (?:robot|human)|robot check|security check|human verification',
    ),
  ],
  ['not-found', titled('404\\b|page (?:not found|does not exist)')],
  [
    'infrastructure',
    titled(
      "(?:429|50[0234])\\b|bad gateway|service unavailable|gateway time-?out|this site can[’']t be reached|problem loading page|server error",
    ),
  ],
];

const SENTENCES: readonly (readonly [ToolFailure['kind'], RegExp])[] = [
  [
    'access',
    /\b(?:(?:verify|confirm|prove)(?: that)? you(?: a|'|’)re (?:a )?(?:human|not a (?:ro)?bot)|unusual traffic from your computer|(?:press and hold|press & hold) to confirm|enable javascript and cookies to continue|complete the (?:captcha|security check)|(?:sign|log) in to (?:continue|read the full|view the full|access this)|subscribe to (?:continue reading|read the full|unlock)|you do not have (?:permission|access) to (?:view|access) th)/i,
  ],
  [
    'infrastructure',
    /chrome-error:\/\/|this site can[’']t be reached|\berr_(?:connection|name_not_resolved|timed_out|internet|ssl|address|http2?|empty)|there was an error loading (?:the|this) (?:content|page)|(?:refused to connect|took too long to respond)\./i,
  ],
];

/** Whether a text is a page that stands in the way instead of the one asked for: a block, a login wall, an error page. */
export function errorPageOf(text: string): ToolFailure | null {
  return firstMatch(text.slice(0, TITLE_SEARCHED), TITLES) ?? firstMatch(text.slice(0, PAGE_SEARCHED), SENTENCES);
}

function firstMatch(text: string, patterns: typeof TITLES): ToolFailure | null {
  for (const [kind, pattern] of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return { kind, start: match.index, end: match.index + match[0].length };
  }
  return null;
}
