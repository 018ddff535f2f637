import { bundleEdges, nodeLabel } from './edge-label.ts';
import type { GraphReport } from './graph-report.ts';

/** Mermaid reads HTML entities, so that nothing of a trace can end its label or become markup. */
const safe = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} .,:;_+\-/@$%]/gu, (char) => `#${char.codePointAt(0)};`)}"`;

/** The graph as a Mermaid flowchart, as GitHub and GitLab show in Markdown. */
export const mermaid: GraphReport = (graph, { numberOf, critical }) =>
  [
    'flowchart TD',
    ...graph.nodes.map((node) => `  s${node.position}[${safe(nodeLabel(node, numberOf(node.position), 48))}]`),
    ...bundleEdges(graph.edges).map(({ from, to, kind, label }) => {
      const arrow = kind === 'data' ? '-->' : '-.->';
      return `  s${from} ${arrow}${label === '' ? '' : `|${safe(label)}|`} s${to}`;
    }),
    ...(critical !== null && graph.nodes.some(({ position }) => position === critical)
      ? [`  style s${critical} stroke:#b3261e,stroke-width:3px`]
      : []),
    '',
  ].join('\n');
