import type { Category } from './categories.ts';
import { type CrosswalkRow, FROM_AGENT_ERROR, FROM_MAST, FROM_MODES, FROM_TRAIL } from './crosswalk-rows.ts';
import { MODES, type Mode } from './modes.ts';
import type { Owner } from './owners.ts';
import { AGENT_ERROR } from './schemes/agent-error.ts';
import { MAST } from './schemes/mast.ts';
import { TRAIL } from './schemes/trail.ts';

/** Raised whenever a row changes, so that a figure can say by which table names were translated. */
export const CROSSWALK_VERSION = 1;

/** Where a category says nothing finer: the mode it most often is, and who can usually fix it. */
export const CATEGORY_DEFAULTS = {
  'instruction-plan-adherence': { mode: 'instruction-unfollowing', owner: 'prompt' },
  'invention-of-information': { mode: 'wrong-context', owner: 'model' },
  'invalid-invocation': { mode: 'invocation-issue', owner: 'tool-schema' },
  'misinterpretation-of-tool-output': { mode: 'context-miss', owner: 'model' },
  'intent-plan-misalignment': { mode: 'action-mismatch', owner: 'prompt' },
  'underspecified-user-intent': { mode: 'insufficient-context', owner: 'user' },
  'intent-not-supported': { mode: 'action-mismatch', owner: 'tool' },
  'guardrails-triggered': { mode: 'execution-failure', owner: 'policy' },
  'system-failure': { mode: 'execution-failure', owner: 'environment' },
  inconclusive: { mode: null, owner: null },
} as const satisfies Record<Category, { readonly mode: Mode | null; readonly owner: Owner | null }>;

interface Scheme {
  readonly title: string;
  readonly source: string;
  readonly entries: Readonly<Record<string, { readonly title: string }>>;
  readonly rows: Readonly<Record<string, CrosswalkRow>>;
  /** Categories and modes that no entry of the scheme speaks of, with the reason. */
  readonly without: Readonly<Partial<Record<Category | Mode, string>>>;
}

/** How each scheme of names for failures translates into ours, and what of ours it has no name for. */
export const CROSSWALK = {
  modes: {
    title: 'AgentScope’s ten modes',
    source: 'Bi et al. 2026',
    entries: MODES,
    rows: FROM_MODES,
    without: {},
  },
  mast: {
    title: 'MAST',
    source: 'arXiv 2503.13657',
    entries: MAST,
    rows: FROM_MAST,
    without: {
      'invalid-invocation':
        'MAST names failures of agents and between them; how a tool is called is none of its modes.',
      'invocation-issue': 'As for the category: no mode of MAST is about a call.',
      'intent-not-supported': 'MAST takes the toolset as given.',
      'guardrails-triggered': 'MAST leaves out what stops a run from outside.',
      'system-failure': 'MAST leaves infrastructure out.',
      'execution-failure': 'MAST leaves failures of tools and infrastructure out.',
    },
  },
  trail: {
    title: 'TRAIL',
    source: 'arXiv 2505.08638',
    entries: TRAIL,
    rows: FROM_TRAIL,
    without: {
      'underspecified-user-intent': 'TRAIL’s tasks are complete as they are given.',
      'termination-miss': 'TRAIL has no kind for a run that does not stop.',
    },
  },
  'agent-error': {
    title: 'AgentErrorTaxonomy',
    source: 'arXiv 2509.25370',
    entries: AGENT_ERROR,
    rows: FROM_AGENT_ERROR,
    without: {
      'underspecified-user-intent': 'Its tasks are complete as they are given.',
      'guardrails-triggered': 'Its environments bar nothing: what is refused there is an impossible action.',
    },
  },
} as const satisfies Record<string, Scheme>;

export type SchemeId = keyof typeof CROSSWALK;
export const SCHEME_IDS = Object.keys(CROSSWALK) as [SchemeId, ...SchemeId[]];

/** Our names for an entry of a scheme; null where the scheme has no such entry. The first category and mode fit best. */
export function translate(scheme: SchemeId, id: string): CrosswalkRow | null {
  const rows: Readonly<Record<string, CrosswalkRow>> = CROSSWALK[scheme].rows;
  return Object.hasOwn(rows, id) ? (rows[id] ?? null) : null;
}

/** The entries of a scheme that may mean a category or a mode, in the order of the scheme. */
export function entriesFor(scheme: SchemeId, ours: Category | Mode): readonly string[] {
  const rows: Readonly<Record<string, CrosswalkRow>> = CROSSWALK[scheme].rows;
  return Object.entries(rows).flatMap(([id, { categories, modes }]) =>
    [...categories, ...modes].some((one) => one === ours) ? [id] : [],
  );
}
