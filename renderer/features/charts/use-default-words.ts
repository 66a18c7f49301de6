import { useQuery } from '@tanstack/react-query';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { provenanceQuery } from '../../backend/editing.ts';
import { defaultWords } from '../../lib/groups/credits.ts';

/** Source and licence of a chart for which an editor wrote none. */
export function useDefaultWords(reference: DatasetReference, details: DatasetDetails, version: string) {
  const { data } = useQuery(provenanceQuery(reference));
  return defaultWords(details, version, data ?? null);
}
