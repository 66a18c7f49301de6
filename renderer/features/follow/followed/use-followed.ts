import { useQuery } from '@tanstack/react-query';
import type { FollowedSource } from '#shared/follow.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { followedQuery } from '../../../backend/service/follow.ts';
import { connectionsQuery } from '../../../backend/service/records.ts';
import { onThisComputer } from '../../../lib/this-computer.ts';

/** What a dataset follows; undefined if nothing, or while that is unknown. */
export function useFollowed({ connection, namespace, dataset }: DatasetReference): FollowedSource | undefined {
  const { data: connections } = useQuery(connectionsQuery);
  const isOwn = onThisComputer(connections)?.id === connection;
  const { data: followed } = useQuery({ ...followedQuery, enabled: isOwn });
  if (!isOwn) return undefined;
  return followed?.find((source) => source.namespace === namespace && source.dataset === dataset);
}
