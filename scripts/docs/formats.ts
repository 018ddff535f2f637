import type { TraceFormat } from '../../src/formats/format.ts';
import { FORMATS } from '../../src/formats/index.ts';
import { code, definePage, markdownTable } from './page.ts';

export default definePage({
  path: 'docs/reference/formats.md',
  render() {
    const formats: readonly TraceFormat[] = Object.values(FORMATS);
    const rows = [...formats]
      .sort((a, b) => a.id.localeCompare(b.id))
      .map((format) => [
        `[${code(format.id)}](../formats/${format.id}.md)`,
        format.title,
        format.session === undefined ? 'JSON document' : 'JSON document, or a session written line by line',
      ]);
    return `# Trace formats

A format is told by the content of a file, never by its name. A file may hold many trajectories: a list, or one a line
(JSONL). What a format does not understand is kept as events of kind \`other\` and counted in the coverage.

${formats.length} formats.

${markdownTable(['Format', 'Written by', 'Read from'], rows)}`;
  },
});
