import { ERRORS } from '../../src/base/errors.ts';
import { code, definePage, markdownTable } from './page.ts';

export default definePage({
  path: 'docs/reference/errors.md',
  render() {
    const rows = Object.entries(ERRORS).map(([name, { exitCode, hint }]) => [code(name), String(exitCode), hint]);
    return `# Errors

Every error has a code. The message says what happened and where: the file, then the line and column, or the JSON
pointer of the trajectory within the file. The hint says what to do. In the library it is an \`AppError\` with \`code\`,
\`message\`, \`hint\`, \`exitCode\` and \`details\`.

${markdownTable(['Code', 'Exit code', 'What to do'], rows)}

What does not keep a trace from being read is no error but a warning in the coverage of its trajectory: a last line that
is cut off (\`JSONL_TAIL_TRUNCATED\`), a document that is cut off (\`TRACE_TRUNCATED\`), a line of a session that is no JSON
(\`JSONL_LINE_INVALID\`), bytes that are not UTF-8 (\`TEXT_INVALID_UTF8\`), NaN or Infinity (\`JSON_NON_FINITE\`). The
first three also set \`complete\` to false.`;
  },
});
