import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '#shared/failures.ts';
import type { PinnedDataset } from '#shared/rpc/jobs.ts';
import type { Connection } from '#shared/rpc/records.ts';
import { pinnedQuery } from '../../backend/jobs.ts';
import { queriesQuery } from '../../backend/queries.ts';
import { connectionsQuery, namespacesQuery } from '../../backend/records.ts';
import { inLabelOrder, onThisComputer } from '../../lib/catalogue/find-records.ts';
import { isAway } from '../../lib/catalogue/pinned.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { failureOf, failureWords } from '../../lib/format/failure-texts.ts';
import { useFavourites } from '../../state/favourites.ts';
import { useLocale } from '../../state/settings.ts';
import { useExpanded, useTreeState } from '../../state/tree.ts';
import { withCopies } from './offline-copies.ts';
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
