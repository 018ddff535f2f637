import { escapeHtml } from '../html/html-template.ts';
import { type Bundle, bundleEdges, nodeLabel } from './edge-label.ts';
import type { GraphReport } from './graph-report.ts';

const ROW = 26;
const TOP = 16;
/** Room for arcs on each side, and for the text between. */
const SIDE = 260;
const TEXT = 520;
const COLOURS = {
  reasoning: '#5b5bd6',
  action: '#0b7285',
  observation: '#1f6f54',
  control: '#777777',
  user: '#9c4221',
  environment: '#4a5568',
} as const;

/**
 * The graph as one picture: steps from top to bottom, data edges as arcs on the right, control edges on the left. An
 * arc diagram keeps the order of the run, and can be drawn for any number of steps.
 */
export const svg: GraphReport = (graph, { numberOf, critical }) => {
  const rows = new Map(graph.nodes.map(({ position }, row) => [position, row]));
  const width = SIDE * 2 + TEXT;
  const height = TOP * 2 + graph.nodes.length * ROW;
  const y = (position: number): number => TOP + ((rows.get(position) ?? 0) + 0.5) * ROW;
  const edges = bundleEdges(graph.edges).filter(({ label }) => label !== '');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...edges.map((edge) => arc(edge, y)),
    ...graph.nodes.map((node) => {
      const marked = node.position === critical;
      const label = escapeHtml(nodeLabel(node, numberOf(node.position), 70));
      return [
        `<g><rect x="${SIDE}" y="${y(node.position) - 10}" width="${TEXT}" height="20" rx="4" fill="${marked ? '#fdecea' : '#f6f6f8'}" stroke="${marked ? '#b3261e' : '#d8d8e0'}"/>`,
        `<circle cx="${SIDE + 10}" cy="${y(node.position)}" r="4" fill="${COLOURS[node.role]}"/>`,
        `<text x="${SIDE + 20}" y="${y(node.position) + 4}" fill="#1c1c21">${label}</text></g>`,
      ].join('');
    }),
    '</svg>',
    '',
  ].join('\n');
};

function arc({ from, to, kind, label }: Bundle, y: (position: number) => number): string {
  const right = kind === 'data';
  const x = right ? SIDE + TEXT : SIDE;
  const [start, end] = [y(from), y(to)];
  const bend = Math.min(SIDE - 20, 14 + Math.sqrt(end - start) * 9) * (right ? 1 : -1);
  const colour = right ? '#1f6f54' : '#777777';
  const line = `M${x} ${start} C${x + bend} ${start}, ${x + bend} ${end}, ${x} ${end}`;
  return `<path d="${line}" fill="none" stroke="${colour}" stroke-opacity="0.55"${right ? '' : ' stroke-dasharray="4 3"'}><title>${escapeHtml(label)}</title></path>`;
}
