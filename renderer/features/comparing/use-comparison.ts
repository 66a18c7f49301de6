import { useQuery } from '@tanstack/react-query';
import type { Job } from '#shared/rpc/jobs.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { jobsQuery } from '../../backend/jobs.ts';
import { outlineQuery } from '../../backend/service/insight.ts';
import { readVersionMetadata, type VersionColumn } from '../../lib/versions/version-metadata.ts';
import { comparisonJob } from './comparison-key.ts';

/** The columns of a version: from its metadata, or as outlined by its service. Null until known. */
export function useVersionColumns(
  reference: DatasetReference,
  details: DatasetDetails,
  slug: string,
): readonly VersionColumn[] | null {
  const { versions, columns } = details.dataset;
  const record = versions.find((version) => version.slug === slug);
  const schema = record === undefined ? null : readVersionMetadata(record.metadata).schema;
  const { data, isPending } = useQuery({ ...outlineQuery(reference, slug, slug), enabled: schema === null });
  if (schema !== null) return schema;
  if (data != null) return data.map(({ column, type }) => ({ name: column, type }));
  // Without metadata, a version is assumed to have the columns of the newest one.
  return isPending ? null : columns;
}

/**
 * The job that compares two versions by a key, or by that of the dataset if it is null: null if there has been none,
 * undefined as long as jobs are unknown.
 */
export function useComparisonJob(
  reference: DatasetReference,
  before: string,
  after: string,
  key: readonly string[] | null,
): Job | null | undefined {
  const { data: jobs } = useQuery(jobsQuery);
  return jobs === undefined ? undefined : comparisonJob(jobs, { reference, before, after, key });
}
