import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { connectionsQuery, namespacesQuery } from '../../api/service/records.ts';
import { DatasetIndex, type FoundDataset, foundDatasets } from '../../lib/catalogue/dataset-index.ts';

/** The index of a catalogue, made anew when something in it changes. */
interface IndexState {
  /** Null until there is one. */
  readonly index: DatasetIndex | null;
  /** Connections whose datasets are still on their way, and those that cannot be read. */
  readonly waiting: number;
  readonly failed: number;
}

/** An index over the datasets of all connections that can be reached. @param wanted whether it is asked for */
export function useDatasetIndex(wanted: boolean): IndexState {
  const { data: connections = [] } = useQuery(connectionsQuery);
  const ready = useMemo(() => connections.filter(({ state }) => state === 'ready'), [connections]);
  const answers = useQueries({
    queries: ready.map(({ id }) => ({ ...namespacesQuery(id), enabled: wanted })),
    combine: (results) => ({
      catalogues: results.map(({ data }) => data),
      waiting: results.filter(({ isLoading }) => isLoading).length,
      failed: results.filter(({ data, error }) => data === undefined && error !== null).length,
    }),
  });
  const [index, setIndex] = useState<DatasetIndex | null>(null);
  const catalogues = useMemo(
    () =>
      wanted
        ? listed(
            ready.map(({ id }) => id),
            answers.catalogues,
          )
        : null,
    [wanted, ready, answers.catalogues],
  );
  useEffect(() => {
    if (catalogues === null) return;
    let isWanted = true;
    void DatasetIndex.of(catalogues).then((made) => isWanted && setIndex(made));
    return () => {
      isWanted = false;
    };
  }, [catalogues]);
  return { index, waiting: answers.waiting, failed: answers.failed };
}

function listed(
  connections: readonly string[],
  catalogues: readonly (readonly NamespaceSummary[] | undefined)[],
): FoundDataset[] {
  return connections.flatMap((id, position) => foundDatasets(id, catalogues[position] ?? []));
}
