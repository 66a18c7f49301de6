import { queryOptions } from '@tanstack/react-query';
import { callBackend } from '../backend.ts';

/** The groups of a service that the user may see. */
export function groupsQuery(connection: string) {
  return queryOptions({
    queryKey: ['service-groups', connection],
    queryFn: ({ signal }) => callBackend('listGroups', { connection }, signal),
    enabled: connection !== '',
    staleTime: 0,
  });
}
