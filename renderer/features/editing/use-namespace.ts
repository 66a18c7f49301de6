import { useQuery } from '@tanstack/react-query';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { namespacesQuery } from '../../backend/records.ts';

/** A namespace of a connection and its siblings, as far as known. */
export function useNamespace(
  connection: string,
  slug: string,
): {
  readonly namespace: NamespaceSummary | undefined;
  readonly others: readonly NamespaceSummary[];
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly refetch: () => void;
} {
  const {
    data = [],
    error,
    isPending,
    refetch,
  } = useQuery({ ...namespacesQuery(connection), enabled: connection !== '' });
  return {
    namespace: data.find((each) => each.slug === slug),
    others: data.filter((each) => each.slug !== slug),
    error,
    isPending,
    refetch: () => void refetch(),
  };
}
