import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnose } from '../../src/pipeline/diagnose.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { definePage } from './page.ts';

const EXAMPLE = 'examples/tau-retail-miscounted-shirts.json';

/** The report that the README shows: what the program says of an example today. */
export default definePage({
  path: 'README.md',
  block: 'report',
  render() {
    const text = readFileSync(join(import.meta.dirname, '../..', EXAMPLE), 'utf8');
    const [run] = diagnose(text, { uri: EXAMPLE });
    if (run === undefined) throw new Error(`${EXAMPLE} holds no run`);
    return `\`\`\`\n$ culprit ${EXAMPLE}\n${REPORTS.terminal.render(run, { width: 100 })}\n\`\`\``;
  },
});
