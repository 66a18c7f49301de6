import { useQuery } from '@tanstack/react-query';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { provenanceQuery } from '../../backend/editing.ts';

/** Source and licence of a chart for which an editor wrote none: those of the dataset. */
export function useDefaultWords(
  reference: DatasetReference,
  { dataset, namespaceLabel }: DatasetDetails,
): { readonly source: string; readonly licence: string } {
  const { data } = useQuery(provenanceQuery(reference));
  const own = [namespaceLabel, dataset.label].filter((text) => text !== '').join(', ');
  const source = firstLine(data?.source ?? '');
  return { source: source === '' ? own : source, licence: firstLine(data?.licence ?? '') };
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
