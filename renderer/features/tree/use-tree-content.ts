import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '#shared/failures.ts';
import type { PinnedDataset } from '#shared/rpc/jobs.ts';
import type { Connection, DatasetReference, NamespaceSummary } from '#shared/rpc/records.ts';
import { pinnedQuery } from '../../backend/jobs.ts';
import { queriesQuery } from '../../backend/queries.ts';
import { connectionsQuery, namespacesQuery } from '../../backend/records.ts';
import { inLabelOrder, onThisComputer } from '../../lib/catalogue/find-records.ts';
import { isAway, originOf } from '../../lib/catalogue/pinned.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { failureOf, failureWords } from '../../lib/format/failure-texts.ts';
import { useFavourites } from '../../state/favourites.ts';
import { useLocale } from '../../state/settings.ts';
import { useExpanded, useTreeState } from '../../state/tree.ts';
import {
  connectionNodeId,
  type DatasetList,
  layOutConnections,
  type NamespacesState,
  type TreeContent,
  withLists,
} from './tree-nodes.ts';

const none: readonly Connection[] = [];
const noCopies: readonly PinnedDataset[] = [];

/** What the services of connections have answered, as far as they are asked. */
function useAnswers(known: readonly Connection[], requested: (connection: Connection) => boolean) {
  // Saved queries must neither delay the catalogue nor make it fail.
  const queries = useQueries({
    queries: known.map((connection) => ({ ...queriesQuery(connection.id), enabled: requested(connection) })),
    combine: (results) => results.map((result) => result.data),
  });
  const answers = useQueries({
    queries: known.map((connection) => ({ ...namespacesQuery(connection.id), enabled: requested(connection) })),
    combine: (results) =>
      results.map((result): NamespacesState => {
        if (result.data !== undefined) return { kind: 'known', namespaces: result.data };
        if (result.error !== null && !result.isFetching) return { kind: 'failed', failure: failureOf(result.error) };
        return { kind: 'loading' };
      }),
  });
  return { queries, answers };
}

/**
 * The catalogue's lines. The namespaces of a connection are read when it is expanded, or when a filter searches
 * everywhere.
 */
export function useTreeContent(): {
  readonly connections: ReturnType<typeof useQuery<readonly Connection[]>>;
  readonly content: TreeContent;
} {
  const { t } = useTranslation();
  const locale = useLocale();
  const filter = useTreeState((tree) => tree.filter);
  const expanded = useExpanded();
  const { favourites, recent } = useFavourites();
  const connections = useQuery(connectionsQuery);
  const known = connections.data ?? none;
  const { data: pinned = noCopies } = useQuery(pinnedQuery);
  const own = onThisComputer(known)?.id;
  // The copies stand for the datasets of a service that is away.
  const isCopied = pinned.length > 0 && known.some(isAway);
  const requested = ({ id, state }: Connection) =>
    state === 'ready' && (filter !== '' || expanded.includes(connectionNodeId(id)) || (isCopied && id === own));
  const { queries, answers } = useAnswers(known, requested);
  const namespaces = useMemo(() => {
    const states = new Map<string, NamespacesState>(
      known.map(({ id }, position) => [id, answers[position] ?? { kind: 'loading' }]),
    );
    const ordered = [...withCopies(known, states, pinned)].map(([id, state]): [string, NamespacesState] => [
      id,
      state.kind === 'known' ? { ...state, namespaces: inLabelOrder(state.namespaces, locale) } : state,
    ]);
    return new Map(ordered);
  }, [known, answers, pinned, locale]);
  const catalogue = useMemo(() => {
    const named = known.map((connection) => ({ ...connection, name: connectionName(t, connection) }));
    const words = {
      loading: t(filter === '' ? 'tree.loading' : 'catalogue.searching'),
      starting: t('tree.starting'),
      failed: (failure: Failure) => failureWords(t, failure).text,
      emptyConnection: t('tree.emptyConnection'),
      emptyNamespace: t('tree.emptyNamespace'),
    };
    const saved = new Map(known.map((connection, position) => [connection.id, queries[position] ?? []]));
    const source = { connections: named, namespaces, queries: saved, filter, words };
    return { source, content: layOutConnections(source) };
  }, [known, namespaces, queries, filter, t]);
  const content = useMemo(() => {
    const lists: DatasetList[] = [
      { kind: 'favourites', label: t('tree.favourites'), entries: favourites },
      { kind: 'recent', label: t('tree.recent'), entries: recent },
    ];
    return withLists(catalogue.content, { ...catalogue.source, lists });
  }, [catalogue, favourites, recent, t]);
  return { connections, content };
}

/** A private copy of a dataset of a connection that is there. */
interface Copy {
  readonly pinned: PinnedDataset;
  readonly origin: DatasetReference;
}

function isListed(namespaces: readonly NamespaceSummary[], { origin }: Copy): boolean {
  const namespace = namespaces.find(({ slug }) => slug === origin.namespace);
  return namespace?.datasets.some(({ slug }) => slug === origin.dataset) === true;
}

/** The namespaces without some of their datasets; a namespace that has none left is left out. */
function without(namespaces: readonly NamespaceSummary[], copies: readonly Copy[]): NamespaceSummary[] {
  return namespaces.flatMap((namespace) => {
    const copied = copies.flatMap(({ pinned: { reference } }) =>
      reference.namespace === namespace.slug ? [reference.dataset] : [],
    );
    const datasets = namespace.datasets.filter(({ slug }) => !copied.includes(slug));
    return datasets.length === 0 && namespace.datasets.length > 0 ? [] : [{ ...namespace, datasets }];
  });
}

/** The copies as the datasets that they are of, with the records of the copies. */
function asOriginals(own: readonly NamespaceSummary[], copies: readonly Copy[]): NamespaceSummary[] {
  const made = new Map<string, NamespaceSummary>();
  for (const { pinned, origin } of copies) {
    const namespace = own.find(({ slug }) => slug === pinned.reference.namespace);
    const dataset = namespace?.datasets.find(({ slug }) => slug === pinned.reference.dataset);
    if (namespace === undefined || dataset === undefined) continue;
    const known = made.get(origin.namespace)?.datasets ?? [];
    const { label } = namespace.slug === origin.namespace ? namespace : { label: origin.namespace };
    const datasets = [...known, { ...dataset, slug: origin.dataset, url: pinned.origin.address }];
    made.set(origin.namespace, { ...namespace, label, slug: origin.namespace, published: true, datasets });
  }
  return [...made.values()];
}

/**
 * The catalogue with each dataset once. An offline copy is not listed on this computer, but marks its original; while
 * the catalogue of the original cannot be read, the copy stands for it. Public copies are datasets of their own.
 */
export function withCopies(
  connections: readonly Connection[],
  states: ReadonlyMap<string, NamespacesState>,
  pinned: readonly PinnedDataset[],
): ReadonlyMap<string, NamespacesState> {
  const own = onThisComputer(connections);
  const ownState = own === undefined ? undefined : states.get(own.id);
  const copies = pinned.flatMap((each): Copy[] => {
    const origin = each.public ? null : originOf(each);
    const state = origin === null ? undefined : states.get(origin.connection);
    if (origin === null || state === undefined) return [];
    const copy = { pinned: each, origin };
    // A dataset that was deleted at its service still has its copy.
    return state.kind === 'known' && !isListed(state.namespaces, copy) ? [] : [copy];
  });
  if (own === undefined || ownState?.kind !== 'known' || copies.length === 0) return states;
  const merged = new Map(states).set(own.id, { ...ownState, namespaces: without(ownState.namespaces, copies) });
  for (const connection of connections) {
    const theirs = copies.filter(({ origin }) => origin.connection === connection.id);
    const state = states.get(connection.id);
    if (theirs.length === 0 || state?.kind === 'known' || (state?.kind !== 'failed' && !isAway(connection))) continue;
    const failure = state?.kind === 'failed' ? state.failure : connection.failure;
    merged.set(connection.id, { kind: 'known', namespaces: asOriginals(ownState.namespaces, theirs), failure });
  }
  return merged;
}
