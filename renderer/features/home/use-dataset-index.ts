import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection, NamespaceSummary } from '#shared/rpc/records.ts';
import { connectionsQuery, namespacesQuery } from '../../backend/records.ts';
import { DatasetIndex, foundDatasets } from '../../lib/catalogue/dataset-index.ts';
import { connectionName } from '../../lib/format/connection-state.ts';

/** The index of a catalogue, rebuilt when the catalogue changes. */
interface IndexState {
  /** Null until there is one. */
  readonly index: DatasetIndex | null;
  /** Connections whose datasets are still being read. */
  readonly waiting: number;
  /** Connections whose datasets cannot be read now and were not read before. */
  readonly failed: readonly Connection[];
}

/** An index over the datasets of all connections, as far as they are known. @param enabled whether it is needed */
export function useDatasetIndex(enabled: boolean): IndexState {
  const { t } = useTranslation();
  const { data: known } = useQuery(connectionsQuery);
  const connections = known ?? [];
  // Datasets read before a service became unreachable are still found.
  const answers = useQueries({
    queries: connections.map(({ id, state }) => ({ ...namespacesQuery(id), enabled: enabled && state === 'ready' })),
    combine: combined,
  });
  const [index, setIndex] = useState<DatasetIndex | null>(null);
  const catalogues = useMemo(
    () =>
      // Without connections there is nothing to index yet: a new list of none at each render would be indexed endlessly.
      enabled && known !== undefined
        ? known.flatMap((connection, position) =>
            foundDatasets(connection.id, connectionName(t, connection), answers.catalogues[position] ?? []),
          )
        : null,
    [enabled, known, answers.catalogues, t],
  );
  useEffect(() => {
    if (catalogues === null) return;
    let isNeeded = true;
    void DatasetIndex.of(catalogues).then((made) => isNeeded && setIndex(made));
    return () => {
      isNeeded = false;
    };
  }, [catalogues]);
  const isWithout = (position: number) => answers.catalogues[position] === undefined;
  const failed = connections.filter(({ state }, position) => {
    const isOut = state === 'offline' || state === 'failed' || answers.broken[position] === true;
    return isOut && isWithout(position);
  });
  const starting = connections.filter(({ state }) => state === 'starting').length;
  return { index, waiting: answers.waiting + starting, failed };
}

function combined(results: readonly UseQueryResult<readonly NamespaceSummary[]>[]) {
  return {
    catalogues: results.map(({ data }) => data),
    waiting: results.filter(({ isLoading }) => isLoading).length,
    broken: results.map(({ error }) => error !== null),
  };
}
