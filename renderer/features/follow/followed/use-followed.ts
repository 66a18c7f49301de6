import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FollowedSource } from '#shared/follow.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { followedQuery, sourceChecksQuery } from '../../../backend/follow.ts';
import { useThisComputer } from '../../../backend/records.ts';

/** What a dataset follows; undefined if nothing, or while that is unknown. */
export function useFollowed({ connection, namespace, dataset }: DatasetReference): FollowedSource | undefined {
  const isOwn = useThisComputer()?.id === connection;
  const { data: followed } = useQuery({ ...followedQuery, enabled: isOwn });
  if (!isOwn) return undefined;
  return followed?.find((source) => source.namespace === namespace && source.dataset === dataset);
}

/** The times of a dataset's checks without a change, ISO 8601; empty if it follows nothing. */
export function useUnchanged(reference: DatasetReference): readonly string[] {
  const source = useFollowed(reference);
  const { data: checks } = useQuery({ ...sourceChecksQuery(reference), enabled: source !== undefined });
  return useMemo(() => (checks ?? []).filter(({ outcome }) => outcome === 'unchanged').map(({ at }) => at), [checks]);
}
