import { isRecord, own, ownString } from '../../base/json.ts';
import { subschemas } from './subschemas.ts';

export type SchemaObject = Readonly<Record<string, unknown>>;

/** What a reference leads to. */
export interface Target {
  readonly schema: unknown;
  /** Address of the schema resource that it stands in. */
  readonly base: string;
}

/** The references of one schema document. Nothing is fetched: what stands outside the document is not found. */
export interface References {
  readonly rootBase: string;
  /** Where a reference leads; null where the document does not hold it. */
  resolve(reference: string, base: string): Target | null;
  /** The schema of a `$dynamicAnchor` in one resource. */
  dynamicAnchor(name: string, base: string): Target | null;
  /** Address of the resource that a schema begins; null where it begins none. */
  baseOf(schema: SchemaObject): string | null;
  /** Whether the resource follows draft-07 or older: what stands beside `$ref` does not count there. */
  isOldDraft(base: string): boolean;
  /** Whether a schema speaks of what no other looked at (`unevaluatedProperties`, `unevaluatedItems`). */
  readonly usesUnevaluated: boolean;
}

const ROOT = 'schema:/';
const OLD_DRAFT = /\/draft-0[3-7]\/|\/draft-07|\/draft-06|\/draft-04/;

interface Resource {
  readonly root: unknown;
  readonly isOld: boolean;
  readonly anchors: Map<string, unknown>;
  readonly dynamicAnchors: Map<string, unknown>;
}

/** Finds every address of a schema document, in one walk. */
export function indexReferences(root: unknown): References {
  const resources = new Map<string, Resource>();
  const bases = new Map<unknown, string>();
  let usesUnevaluated = false;
  const isOldRoot = isOld(root, false);
  const addResource = (schema: unknown, base: string, old: boolean): void => {
    if (!resources.has(base)) {
      resources.set(base, { root: schema, isOld: old, anchors: new Map(), dynamicAnchors: new Map() });
    }
  };
  addResource(root, ROOT, isOldRoot);
  const seen = new Set<unknown>();
  const open: { readonly schema: unknown; readonly base: string }[] = [{ schema: root, base: ROOT }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { schema } = next;
    if (!isRecord(schema) || seen.has(schema)) continue;
    seen.add(schema);
    let { base } = next;
    const old = resources.get(base)?.isOld ?? false;
    const id = ownString(schema, '$id') ?? (old ? ownString(schema, 'id') : null);
    // Beside a `$ref` of an old draft an `$id` does not count; one that is a mere fragment is an anchor.
    if (id !== null && !(old && ownString(schema, '$ref') !== null)) {
      if (id.startsWith('#')) resources.get(base)?.anchors.set(id.slice(1), schema);
      else {
        base = addressOf(id, base)?.document ?? base;
        addResource(schema, base, isOld(schema, old));
        bases.set(schema, base);
        if (schema === root)
          resources.set(
            ROOT,
            resources.get(base) ?? { root, isOld: old, anchors: new Map(), dynamicAnchors: new Map() },
          );
      }
    }
    const resource = resources.get(base);
    const anchor = ownString(schema, '$anchor');
    const dynamic = ownString(schema, '$dynamicAnchor');
    if (anchor !== null) resource?.anchors.set(anchor, schema);
    if (dynamic !== null) {
      resource?.anchors.set(dynamic, schema);
      resource?.dynamicAnchors.set(dynamic, schema);
    }
    usesUnevaluated ||= Object.hasOwn(schema, 'unevaluatedProperties') || Object.hasOwn(schema, 'unevaluatedItems');
    for (const inner of subschemas(schema)) open.push({ schema: inner.schema, base });
  }
  return {
    rootBase: bases.get(root) ?? ROOT,
    usesUnevaluated,
    isOldDraft: (base) => resources.get(base)?.isOld ?? isOldRoot,
    baseOf: (schema) => bases.get(schema) ?? null,
    dynamicAnchor: (name, base) => {
      const schema = resources.get(base)?.dynamicAnchors.get(name);
      return schema === undefined ? null : { schema, base };
    },
    resolve: (reference, base) => {
      const address = reference.startsWith('#')
        ? { document: base, fragment: reference.slice(1) }
        : addressOf(reference, base);
      const resource = address === null ? undefined : resources.get(address.document);
      if (address === null || resource === undefined) return null;
      const fragment = decoded(address.fragment);
      if (fragment === '') return { schema: resource.root, base: address.document };
      if (!fragment.startsWith('/')) {
        const schema = resource.anchors.get(fragment);
        return schema === undefined ? null : { schema, base: address.document };
      }
      return atPointer(resource.root, fragment, address.document, bases);
    },
  };
}

function atPointer(
  root: unknown,
  pointer: string,
  rootBase: string,
  bases: ReadonlyMap<unknown, string>,
): Target | null {
  let schema = root;
  let base = rootBase;
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    schema = Array.isArray(schema) ? (/^\d{1,9}$/.test(key) ? schema[Number(key)] : undefined) : own(schema, key);
    if (schema === undefined) return null;
    base = bases.get(schema) ?? base;
  }
  return { schema, base };
}

function addressOf(reference: string, base: string): { readonly document: string; readonly fragment: string } | null {
  if (reference.length > 2_000 || !URL.canParse(reference, base)) return null;
  const url = new URL(reference, base);
  const fragment = url.hash.slice(1);
  url.hash = '';
  return { document: url.href, fragment };
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function isOld(schema: unknown, otherwise: boolean): boolean {
  const dialect = ownString(schema, '$schema');
  return dialect === null ? otherwise : OLD_DRAFT.test(dialect);
}
