import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { sourceChecksQuery } from '../../../backend/service/follow.ts';
import { useFollowed } from './use-followed.ts';

/** The times of a dataset's checks without a change, ISO 8601; empty if it follows nothing. */
export function useUnchanged(reference: DatasetReference): readonly string[] {
  const source = useFollowed(reference);
  const { data: checks } = useQuery({ ...sourceChecksQuery(reference), enabled: source !== undefined });
  return useMemo(() => (checks ?? []).filter(({ outcome }) => outcome === 'unchanged').map(({ at }) => at), [checks]);
}
