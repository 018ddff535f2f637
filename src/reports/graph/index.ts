import { inertJson } from '../layout/inert-json.ts';
import { dot } from './dot.ts';
import type { GraphReport } from './graph-report.ts';
import { mermaid } from './mermaid.ts';
import { svg } from './svg.ts';

const json: GraphReport = (graph) => `${inertJson(graph, 2)}\n`;

/** Every way to draw a graph, by the name that a user gives. */
export const GRAPH_REPORTS = {
  json,
  dot,
  mermaid,
  svg,
} as const satisfies Record<string, GraphReport>;
