import type { Connection, DatasetReference, Failure, NamespaceSummary } from '#shared/rpc/records.ts';
import { readVersionMetadata } from '../../lib/version-metadata.ts';
import type { ShelfEntry } from '../../shelf.ts';

/** One line of the catalogue. */
export type TreeNode =
  /** A shelf over the connections: favourites, or what was opened lately. */
  | { readonly kind: 'shelf'; readonly id: string; readonly label: string; readonly shelf: ShelfKind }
  | { readonly kind: 'connection'; readonly id: string; readonly label: string; readonly connection: Connection }
  | {
      readonly kind: 'namespace';
      readonly id: string;
      readonly label: string;
      readonly published: boolean;
      readonly connection: string;
      readonly slug: string;
      readonly address: string;
    }
  | {
      readonly kind: 'dataset';
      readonly id: string;
      readonly label: string;
      readonly reference: DatasetReference;
      /** Address of the dataset's record; null on a shelf, where the record may not be known yet. */
      readonly address: string | null;
      /** Address of its rows. */
      readonly data: string | null;
      /** Rows of the newest version, where its metadata tells. */
      readonly rows: number | null;
      readonly hasData: boolean;
    }
  /** A line that stands for what is not there: still loading, or nothing inside. */
  | { readonly kind: 'note'; readonly id: string; readonly label: string; readonly busy: boolean }
  | {
      readonly kind: 'failure';
      readonly id: string;
      readonly label: string;
      readonly failure: Failure;
      readonly connection: string;
    };

export type ShelfKind = 'favourites' | 'recent';

/** A shelf with what stands on it. */
export interface TreeShelf {
  readonly kind: ShelfKind;
  readonly label: string;
  readonly entries: readonly ShelfEntry[];
}

/** What is known of one connection's namespaces. */
export type NamespacesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'known'; readonly namespaces: readonly NamespaceSummary[] };

/** The words for lines that stand for something missing. */
export interface TreeWords {
  readonly loading: string;
  readonly starting: string;
  readonly failed: string;
  readonly emptyConnection: string;
  readonly emptyNamespace: string;
}

/** The catalogue as a tree by identifiers; the root is `root`. */
export interface TreeContent {
  readonly nodes: ReadonlyMap<string, TreeNode>;
  readonly children: ReadonlyMap<string, readonly string[]>;
}

export const rootId = 'root';

/** Identifier of a connection's line. */
export function connectionNodeId(connection: string): string {
  return JSON.stringify([connection]);
}

function namespaceNodeId(connection: string, namespace: string): string {
  return JSON.stringify([connection, namespace]);
}

/** Identifier of a dataset's line. */
export function datasetNodeId({ connection, namespace, dataset }: DatasetReference): string {
  return JSON.stringify([connection, namespace, dataset]);
}

class Growing implements TreeContent {
  readonly nodes = new Map<string, TreeNode>();
  readonly children = new Map<string, string[]>([[rootId, []]]);

  add(parent: string, node: TreeNode): void {
    this.nodes.set(node.id, node);
    const siblings = this.children.get(parent);
    if (siblings === undefined) this.children.set(parent, [node.id]);
    else siblings.push(node.id);
  }
}

function holds(text: string, filter: string): boolean {
  return text.toLocaleLowerCase().includes(filter);
}

/**
 * Lays the catalogue out. A filter keeps what has it in its label or slug, with everything above it; what is below a
 * namespace that has it stays whole.
 */
export function layOutTree(
  shelves: readonly TreeShelf[],
  connections: readonly Connection[],
  namespaces: ReadonlyMap<string, NamespacesState>,
  filterText: string,
  words: TreeWords,
): TreeContent {
  const filter = filterText.trim().toLocaleLowerCase();
  const tree = new Growing();
  if (filter === '') for (const shelf of shelves) addShelf(tree, shelf);
  for (const connection of connections) {
    const id = connectionNodeId(connection.id);
    const part = new Growing();
    addNamespaces(part, id, connection, namespaces.get(connection.id), filter, words);
    const found = [...part.nodes.values()].some((node) => node.kind === 'namespace');
    if (filter !== '' && !found && !holds(connection.name, filter)) continue;
    tree.add(rootId, { kind: 'connection', id, label: connection.name, connection });
    for (const [key, node] of part.nodes) tree.nodes.set(key, node);
    for (const [key, ids] of part.children) if (key !== rootId) tree.children.set(key, ids);
  }
  return tree;
}

/** Identifier of a shelf's line. */
export function shelfNodeId(kind: ShelfKind): string {
  return `shelf ${kind}`;
}

function addShelf(tree: Growing, { kind, label, entries }: TreeShelf): void {
  if (entries.length === 0) return;
  const id = shelfNodeId(kind);
  tree.add(rootId, { kind: 'shelf', id, label, shelf: kind });
  for (const { reference, label: name } of entries) {
    tree.add(id, {
      kind: 'dataset',
      id: `${id} ${datasetNodeId(reference)}`,
      label: name,
      reference,
      address: null,
      data: null,
      rows: null,
      hasData: true,
    });
  }
}

function addNamespaces(
  tree: Growing,
  parent: string,
  connection: Connection,
  state: NamespacesState | undefined,
  filter: string,
  words: TreeWords,
): void {
  const note = (label: string, busy: boolean) => tree.add(parent, { kind: 'note', id: `${parent} note`, label, busy });
  const fail = (failure: Failure) =>
    tree.add(parent, {
      kind: 'failure',
      id: `${parent} failure`,
      label: failure.message || words.failed,
      failure,
      connection: connection.id,
    });
  if (connection.state === 'starting') note(words.starting, true);
  else if (state?.kind === 'known') {
    for (const namespace of state.namespaces) addNamespace(tree, parent, connection.id, namespace, filter, words);
    if (state.namespaces.length === 0) note(words.emptyConnection, false);
  } else if (state?.kind === 'failed') fail(state.failure);
  else if (connection.failure !== null) fail(connection.failure);
  else note(words.loading, true);
}

function addNamespace(
  tree: Growing,
  parent: string,
  connection: string,
  namespace: NamespaceSummary,
  filter: string,
  words: TreeWords,
): void {
  const whole = holds(namespace.label, filter) || holds(namespace.slug, filter);
  const datasets = whole
    ? namespace.datasets
    : namespace.datasets.filter((dataset) => holds(dataset.label, filter) || holds(dataset.slug, filter));
  if (!whole && datasets.length === 0) return;
  const id = namespaceNodeId(connection, namespace.slug);
  tree.add(parent, {
    kind: 'namespace',
    id,
    label: namespace.label || namespace.slug,
    published: namespace.published,
    connection,
    slug: namespace.slug,
    address: namespace.url,
  });
  for (const dataset of datasets) {
    const reference = { connection, namespace: namespace.slug, dataset: dataset.slug };
    const newest = dataset.versions.find((version) => version.ready);
    tree.add(id, {
      kind: 'dataset',
      id: datasetNodeId(reference),
      label: dataset.label || dataset.slug,
      reference,
      address: dataset.url,
      data: dataset.data,
      rows: newest === undefined ? null : readVersionMetadata(newest.metadata).rows,
      hasData: dataset.columns.length > 0,
    });
  }
  if (namespace.datasets.length === 0) {
    tree.add(id, { kind: 'note', id: `${id} note`, label: words.emptyNamespace, busy: false });
  }
}
