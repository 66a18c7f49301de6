import { useQuery } from '@tanstack/react-query';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { removalsQuery } from '../../backend/service/editing.ts';

/** Slugs of the versions of a dataset that were deleted, or will be in a moment. */
export function useRemovedVersions({ connection, namespace, dataset }: DatasetReference): ReadonlySet<string> {
  const { data = [] } = useQuery(removalsQuery);
  return new Set(
    data.flatMap(({ target, state }) =>
      target.kind === 'version' &&
      state !== 'failed' &&
      target.connection === connection &&
      target.namespace === namespace &&
      target.dataset === dataset
        ? [target.version]
        : [],
    ),
  );
}
