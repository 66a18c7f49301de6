import { isJsonRecord, listOf } from '../common/values.ts';

/** A node with property names reduced to their local part: `title` of `dct:title` and `http://purl.org/dc/terms/title`. */
export interface LinkedNode {
  readonly id: string | null;
  readonly types: readonly string[];
  readonly values: ReadonlyMap<string, readonly unknown[]>;
}

/** Nodes of a JSON-LD text by their identifiers, and all of them in order. */
export interface LinkedGraph {
  readonly nodes: readonly LinkedNode[];
  /** The node that a value is or refers to; null for a literal. */
  node(value: unknown): LinkedNode | null;
}

/** What follows the last `#`, `/` or `:`, because contexts and prefixes differ between catalogues. */
export function localName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('#'), name.lastIndexOf('/'), name.lastIndexOf(':')) + 1);
}

/** Nesting that no catalogue has. */
const maxDepth = 30;

/**
 * Reads JSON-LD without its context: compacted with prefixes, with terms of any context, expanded, flattened into `@graph`,
 * nested, or any mixture of them. The same node may be described in several places.
 */
export function readGraph(json: unknown): LinkedGraph {
  const all = new Map<string, Map<string, unknown[]>>();
  const types = new Map<string, Set<string>>();
  const order: string[] = [];
  const keys = new WeakMap<object, string>();
  const walk = (value: unknown, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) for (const one of value) walk(one, depth + 1);
    if (!isJsonRecord(value) || '@value' in value) return;
    const id = typeof value['@id'] === 'string' ? value['@id'] : typeof value.id === 'string' ? value.id : null;
    const key = id ?? `\u0000${order.length}`;
    keys.set(value, key);
    if (!all.has(key)) {
      all.set(key, new Map());
      types.set(key, new Set());
      order.push(key);
    }
    const own = all.get(key) ?? new Map<string, unknown[]>();
    for (const [name, member] of Object.entries(value)) {
      if (name === '@context' || name === '@id') continue;
      if (name === '@type' || name === 'type') {
        for (const type of listOf(member)) if (typeof type === 'string') types.get(key)?.add(localName(type));
        continue;
      }
      if (name !== '@graph') own.set(localName(name), [...(own.get(localName(name)) ?? []), ...listOf(member)]);
      walk(member, depth + 1);
    }
  };
  walk(json, 0);
  const nodes = new Map(
    order.map((key) => {
      const node: LinkedNode = {
        id: key.startsWith('\u0000') ? null : key,
        types: [...(types.get(key) ?? [])],
        values: all.get(key) ?? new Map(),
      };
      return [key, node];
    }),
  );
  return {
    nodes: [...nodes.values()],
    node(value) {
      const key = isJsonRecord(value) ? keys.get(value) : typeof value === 'string' ? value : undefined;
      return key === undefined ? null : (nodes.get(key) ?? null);
    },
  };
}
