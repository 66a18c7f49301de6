import { useQuery } from '@tanstack/react-query';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { provenanceQuery } from '../../backend/editing.ts';
import { readVersionMetadata } from '../../lib/versions/version-metadata.ts';

/** Source and licence of a chart for which an editor wrote none: those of the dataset. */
export function useDefaultWords(
  reference: DatasetReference,
  { dataset, namespaceLabel }: DatasetDetails,
  version: string,
): { readonly source: string; readonly licence: string } {
  const { data } = useQuery(provenanceQuery(reference));
  const own = [namespaceLabel, dataset.label].filter((text) => text !== '').join(', ');
  const metadata = dataset.versions.find(({ slug }) => slug === version)?.metadata ?? '';
  const licence = data?.licence || readVersionMetadata(metadata).licence;
  return { source: firstLine(data?.source ?? '') || own, licence: firstLine(licence ?? '') };
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
