import type { ReasoningActionGraph } from '../../contracts/graph.ts';

export interface GraphReportOptions {
  /** The number people see for a position. */
  readonly numberOf: (position: number) => number;
  /** Position of the step that broke the run, to be marked; null = none. */
  readonly critical: number | null;
}

/** Draws a graph, or a part of it, as text of some format. Pure. */
export type GraphReport = (graph: ReasoningActionGraph, options: GraphReportOptions) => string;
