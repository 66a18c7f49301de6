import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Failure } from '#shared/failures.ts';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import type { Connection, DatasetReference, NamespaceSummary } from '#shared/rpc/records.ts';
import {
  type Access,
  accessOf,
  accessWithin,
  findableDataset,
  findableNamespace,
} from '../../lib/catalogue/find-records.ts';
import { findable, isFound, wordsOf } from '../../lib/find-words.ts';
import { newestRows } from '../../lib/versions/version-metadata.ts';
import type { DatasetEntry } from '../../state/favourites.ts';

/** Favourites or recent datasets. */
export interface DatasetList {
  readonly kind: DatasetListKind;
  readonly label: string;
  readonly entries: readonly DatasetEntry[];
}

/** What is known about one connection's namespaces. */
export type NamespacesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | {
      readonly kind: 'known';
      readonly namespaces: readonly NamespaceSummary[];
      /** Why these are only the ones that this computer has copies of. */
      readonly failure?: Failure | null;
    };

/** The texts of placeholder lines. */
interface TreeWords {
  readonly loading: string;
  readonly starting: string;
  failed(failure: Failure): string;
  readonly emptyConnection: string;
  readonly emptyNamespace: string;
}

/** The catalogue as a tree by id; the root is `root`. */
export interface TreeContent {
  readonly nodes: ReadonlyMap<string, TreeNode>;
  readonly children: ReadonlyMap<string, readonly string[]>;
}

/** Everything that the catalogue is built from. */
interface TreeSource {
  readonly lists: readonly DatasetList[];
  readonly connections: readonly Connection[];
  /** By connection. */
  readonly namespaces: ReadonlyMap<string, NamespacesState>;
  /** Saved queries by connection; none if unknown. */
  readonly queries: ReadonlyMap<string, readonly QuerySummary[]>;
  readonly filter: string;
  readonly words: TreeWords;
}

export const rootId = 'root';

/** Id of a connection's line. */
export function connectionNodeId(connection: string): string {
  return JSON.stringify([connection]);
}

/** Identifier of a namespace's line. */
export function namespaceNodeId(connection: string, namespace: string): string {
  return JSON.stringify([connection, namespace]);
}

/** Id of a dataset's line. */
function datasetNodeId({ connection, namespace, dataset }: DatasetReference): string {
  return JSON.stringify([connection, namespace, dataset]);
}

export function listNodeId(kind: DatasetListKind): string {
  return `shelf ${kind}`;
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

interface Known {
  /** The words of the filter. */
  readonly wanted: readonly string[];
  readonly words: TreeWords;
  /** Saved queries by the id of their dataset's line. */
  readonly queries: ReadonlyMap<string, readonly QuerySummary[]>;
}

/**
 * Builds the catalogue. A filter keeps what `isFound` finds, with all its ancestors; the content of a matching namespace
 * or dataset stays complete. A connection that could not be searched is marked,
 * rather than appearing empty.
 */
export function layOutConnections(source: Omit<TreeSource, 'lists'>): TreeContent {
  const { connections, namespaces, words } = source;
  const wanted = wordsOf(source.filter);
  const known: Known = { wanted, words, queries: queriesByDataset(source.queries) };
  const tree = new Growing();
  for (const connection of connections) {
    const id = connectionNodeId(connection.id);
    const part = new Growing();
    const state = namespaces.get(connection.id);
    addNamespaces(part, id, connection, state, known);
    const found = [...part.nodes.values()].some((node) => node.kind === 'namespace');
    const through = state?.kind === 'known';
    if (!found && through && !isFound(wanted, findable(connection.name))) continue;
    tree.add(rootId, { kind: 'connection', id, label: connection.name, connection });
    for (const [key, node] of part.nodes) tree.nodes.set(key, node);
    for (const [key, ids] of part.children) if (key !== rootId) tree.children.set(key, ids);
  }
  return tree;
}

/** The lists above the connections, which change with every dataset that is opened; not while a filter is set. */
export function withLists(
  { nodes, children }: TreeContent,
  source: Pick<TreeSource, 'lists' | 'connections' | 'namespaces' | 'filter'>,
): TreeContent {
  const tree = new Growing();
  if (source.filter.trim() === '') for (const list of source.lists) addList(tree, list, source);
  const first = tree.children.get(rootId) ?? [];
  return {
    nodes: new Map([...tree.nodes, ...nodes]),
    children: new Map([...tree.children, ...children, [rootId, [...first, ...(children.get(rootId) ?? [])]]]),
  };
}

function queriesByDataset(queries: TreeSource['queries']): Map<string, QuerySummary[]> {
  const byDataset = new Map<string, QuerySummary[]>();
  for (const query of [...queries.values()].flat()) {
    const id = datasetNodeId(query.reference);
    byDataset.set(id, [...(byDataset.get(id) ?? []), query]);
  }
  return byDataset;
}

/** Whether a filter found nothing, once everything that can be searched has been. */
export function foundNothing({ nodes }: TreeContent, filter: string): boolean {
  const wanted = wordsOf(filter);
  if (wanted.length === 0) return false;
  return ![...nodes.values()].some((node) => {
    if (node.kind === 'connection') return isFound(wanted, findable(node.label));
    return node.kind === 'namespace' || (node.kind === 'note' && node.busy);
  });
}

/** @param namespace the readers of its namespace; `public` below the line that shows them */
function datasetNode(id: string, reference: DatasetReference, dataset: Dataset, namespace: Access): DatasetNode {
  return {
    kind: 'dataset',
    id,
    label: dataset.label || dataset.slug,
    reference,
    address: dataset.url,
    data: dataset.data,
    rows: newestRows(dataset),
    hasData: dataset.columns.length > 0,
    image: dataset.thumbnail_image || dataset.image,
    access: accessWithin(namespace, dataset),
    hasQueries: false,
  };
}

/** A dataset in a list, as far as its connection's namespaces are known. */
function findRecord(
  { namespaces }: Pick<TreeSource, 'namespaces'>,
  reference: DatasetReference,
): { dataset: Dataset; namespace: Access } | null {
  const state = namespaces.get(reference.connection);
  if (state?.kind !== 'known') return null;
  const namespace = state.namespaces.find(({ slug }) => slug === reference.namespace);
  const dataset = namespace?.datasets.find(({ slug }) => slug === reference.dataset);
  return namespace === undefined || dataset === undefined ? null : { dataset, namespace: accessOf(namespace) };
}

function addList(
  tree: Growing,
  { kind, label, entries }: DatasetList,
  source: Pick<TreeSource, 'connections' | 'namespaces'>,
): void {
  const there = new Set(source.connections.map((connection) => connection.id));
  const shown = entries.filter(({ reference }) => there.has(reference.connection));
  if (shown.length === 0) return;
  const id = listNodeId(kind);
  tree.add(rootId, { kind: 'list', id, label, list: kind });
  for (const { reference, label: name } of shown) {
    const own = `${id} ${datasetNodeId(reference)}`;
    const found = findRecord(source, reference);
    const unknown = { address: null, data: null, rows: null, hasData: true, image: '', hasQueries: false } as const;
    tree.add(
      id,
      found === null
        ? { kind: 'dataset', id: own, label: name, reference, access: 'public', ...unknown }
        : datasetNode(own, reference, found.dataset, found.namespace),
    );
  }
}

function addNamespaces(
  tree: Growing,
  parent: string,
  connection: Connection,
  state: NamespacesState | undefined,
  known: Known,
): void {
  const { words } = known;
  const note = (label: string, busy: boolean) => tree.add(parent, { kind: 'note', id: `${parent} note`, label, busy });
  const fail = (failure: Failure) =>
    tree.add(parent, {
      kind: 'failure',
      id: `${parent} failure`,
      label: words.failed(failure),
      failure,
      connection: connection.id,
    });
  if (connection.state === 'starting') note(words.starting, true);
  else if (state?.kind === 'known') {
    for (const namespace of state.namespaces) addNamespace(tree, parent, connection, namespace, known);
    if (state.failure) fail(state.failure);
    else if (state.namespaces.length === 0) note(words.emptyConnection, false);
  } else if (state?.kind === 'failed') fail(state.failure);
  else if (connection.failure !== null) fail(connection.failure);
  else note(words.loading, true);
}

/** The datasets of a namespace that a filter keeps, each with its remaining queries; null if it keeps nothing of it. */
function datasetsOfList(connection: Connection, namespace: NamespaceSummary, { wanted, queries }: Known) {
  const place = findableNamespace(connection.name, namespace);
  const whole = isFound(wanted, place);
  const kept = namespace.datasets.flatMap((dataset) => {
    const reference = { connection: connection.id, namespace: namespace.slug, dataset: dataset.slug };
    const all = queries.get(datasetNodeId(reference)) ?? [];
    const parts = [findableDataset(dataset, namespace), place];
    if (whole || isFound(wanted, ...parts)) return [{ reference, dataset, queries: all }];
    const found = all.filter((query) => isFound(wanted, findable(query.label), ...parts));
    return found.length === 0 ? [] : [{ reference, dataset, queries: found }];
  });
  return whole || kept.length > 0 ? kept : null;
}

function addNamespace(
  tree: Growing,
  parent: string,
  connection: Connection,
  namespace: NamespaceSummary,
  known: Known,
): void {
  const kept = datasetsOfList(connection, namespace, known);
  if (kept === null) return;
  const id = namespaceNodeId(connection.id, namespace.slug);
  tree.add(parent, {
    kind: 'namespace',
    id,
    label: namespace.label || namespace.slug,
    access: accessOf(namespace),
    connection: connection.id,
    slug: namespace.slug,
    address: namespace.url,
    image: namespace.thumbnail_image || namespace.image,
  });
  for (const { reference, dataset, queries } of kept) {
    const own = datasetNodeId(reference);
    tree.add(id, { ...datasetNode(own, reference, dataset, 'public'), hasQueries: queries.length > 0 });
    for (const query of queries) {
      tree.add(own, { kind: 'query', id: `${own} ${query.url}`, label: query.label, query });
    }
  }
  if (namespace.datasets.length === 0) {
    tree.add(id, { kind: 'note', id: `${id} note`, label: known.words.emptyNamespace, busy: false });
  }
}

/** A line of the catalogue. */
export type TreeNode =
  /** A list above the connections: favourites or recent datasets. */
  | { readonly kind: 'list'; readonly id: string; readonly label: string; readonly list: DatasetListKind }
  | { readonly kind: 'connection'; readonly id: string; readonly label: string; readonly connection: Connection }
  | NamespaceNode
  | DatasetNode
  | { readonly kind: 'query'; readonly id: string; readonly label: string; readonly query: QuerySummary }
  /** A placeholder line: still loading, or empty. */
  | { readonly kind: 'note'; readonly id: string; readonly label: string; readonly busy: boolean }
  | {
      readonly kind: 'failure';
      readonly id: string;
      readonly label: string;
      readonly failure: Failure;
      readonly connection: string;
    };

export interface NamespaceNode {
  readonly kind: 'namespace';
  readonly id: string;
  readonly label: string;
  readonly access: Access;
  readonly connection: string;
  readonly slug: string;
  readonly address: string;
  /** As named in the record; empty for none. */
  readonly image: string;
}

export interface DatasetNode {
  readonly kind: 'dataset';
  readonly id: string;
  readonly label: string;
  readonly reference: DatasetReference;
  /** Address of the dataset's record; null in a list until the record is known. */
  readonly address: string | null;
  /** Address of its rows. */
  readonly data: string | null;
  /** Row count of the newest version, if its metadata has it. */
  readonly rows: number | null;
  readonly hasData: boolean;
  readonly image: string;
  /** Its readers, if the parent line does not show them. */
  readonly access: Access;
  /** Whether its saved queries are listed below it. */
  readonly hasQueries: boolean;
}

type DatasetListKind = 'favourites' | 'recent';

/** Whether a line can be expanded. */
export function isFolder(node: TreeNode): boolean {
  if (node.kind === 'dataset') return node.hasQueries;
  return node.kind === 'connection' || node.kind === 'namespace' || node.kind === 'list';
}
