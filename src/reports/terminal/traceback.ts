import { excerpt } from '../../base/text.ts';
import type { Run } from '../../contracts/run.ts';
import type { TextPage } from '../layout/text-page.ts';
import { span } from '../layout/wrap-spans.ts';
import { formatCount } from '../wording/format-number.ts';
import { type Frame, tracebackFrames } from '../wording/traceback-frames.ts';

const MAX_FINDINGS = 3;
const INDENT = 8;

/** The steps that led to the guilty one, and the guilty one last, with the words that give it away. */
export function writeTraceback(page: TextPage, run: Run): void {
  page.blank();
  for (const frame of tracebackFrames(run)) writeFrame(page, frame);
}

function writeFrame(page: TextPage, frame: Frame): void {
  const { guilty, number, agent, gist, quotes, findings } = frame;
  page.block(
    [span(`step ${number}`, guilty ? 'bad' : 'place'), span(`, ${excerpt(agent, 60)}`, guilty ? 'strong' : 'plain')],
    {
      indent: 4,
      maxLines: 2,
      label: [span(guilty ? '  > ' : '    ', 'bad')],
    },
  );
  if (gist !== '')
    page.block([span(gist, guilty ? 'plain' : 'dim')], { indent: INDENT, maxLines: quotes.length > 0 ? 1 : 2 });
  for (const { text, note, verified } of quotes) {
    const spans = [span(`“${text}”`, 'quote')];
    if (note !== '') spans.push(span(` (${note})`, 'dim'));
    if (!verified) spans.push(span(' not found word for word', 'warn'));
    page.block(spans, { indent: INDENT, maxLines: guilty ? 6 : 3 });
  }
  for (const { message, constraintId } of findings.slice(0, MAX_FINDINGS)) {
    page.block([span(message, 'bad'), span(` [${constraintId}]`, 'dim')], { indent: INDENT, maxLines: 5 });
  }
  const more = findings.length - MAX_FINDINGS;
  if (more > 0) page.block([span(`and ${formatCount(more)} more at this step`, 'dim')], { indent: INDENT });
}
