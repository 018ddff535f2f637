import type { EvidencePiece } from '../evidence/piece.ts';
import { EVIDENCE } from '../evidence/registry.ts';
import { code, definePage, markdownTable } from './page.ts';

export default definePage({
  path: 'docs/reference/evidence.md',
  render() {
    const pieces: readonly (readonly [string, EvidencePiece])[] = Object.entries(EVIDENCE);
    const rows = pieces.map(([name, { title, options }]) => [
      code(`npm run evidence -- ${name}${options === undefined ? '' : ` ${options}`}`),
      title,
    ]);
    return `# Evidence

What is claimed of Culprit is measured by a command of the repository. Each prints its figures and, on its last line,
\`MET\`, \`MISSED\` or \`SKIPPED\`; a missed target ends with exit code 1. Figures over the public data sets need them in the folder
that \`CULPRIT_DATA\` names (\`../shared/data\` where it is not set); without them a piece says what it left out.

${markdownTable(['Command', 'Shows'], rows)}`;
  },
});
