import { bundleEdges, nodeLabel } from './edge-label.ts';
import type { GraphReport } from './graph-report.ts';

const SHAPES = {
  reasoning: 'box',
  action: 'cds',
  observation: 'note',
  control: 'hexagon',
  user: 'ellipse',
  environment: 'component',
} as const;

/** A quoted string of the DOT language: what is left after excerpts are made visible holds no line ends. */
const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** The graph in the DOT language of Graphviz. */
export const dot: GraphReport = (graph, { numberOf, critical }) =>
  [
    'digraph run {',
    '  rankdir=TB; node [fontname="sans-serif", fontsize=11]; edge [fontname="sans-serif", fontsize=9];',
    ...graph.nodes.map((node) => {
      const marked = node.position === critical ? ', color="#b3261e", penwidth=2.5' : '';
      return `  s${node.position} [shape=${SHAPES[node.role]}, label=${quoted(nodeLabel(node, numberOf(node.position), 48))}${marked}];`;
    }),
    ...bundleEdges(graph.edges).map(({ from, to, kind, label }) => {
      const style = kind === 'data' ? 'color="#1f6f54"' : 'style=dashed, color="#777777"';
      return `  s${from} -> s${to} [${style}${label === '' ? '' : `, label=${quoted(label)}`}];`;
    }),
    '}',
    '',
  ].join('\n');
