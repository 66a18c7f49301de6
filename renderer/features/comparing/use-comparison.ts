import { useQuery } from '@tanstack/react-query';
import type { Job } from '#shared/rpc/jobs.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { jobsQuery } from '../../backend/jobs.ts';
import { outlineQuery } from '../../backend/statistics.ts';
import { sameDataset } from '../../lib/catalogue/find-records.ts';
import { newestJob } from '../../lib/format/job-texts.ts';
import { readVersionMetadata, type VersionColumn } from '../../lib/versions/version-metadata.ts';

/** Slugs of two versions. */
export interface Pair {
  readonly before: string;
  readonly after: string;
}

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

/** Columns that can be keys: those of both versions, except geometries. */
export function keyCandidates(before: readonly VersionColumn[], after: readonly VersionColumn[]): string[] {
  const old = new Set(before.filter(({ type }) => type !== 'geometry').map(({ name }) => name));
  return after.filter(({ name, type }) => type !== 'geometry' && old.has(name)).map(({ name }) => name);
}

/** The columns by which a comparison has matched rows, or was asked to. */
function keyOf({ request, result }: Job): readonly string[] | null {
  if (result?.kind === 'diff') return result.key;
  return request.kind === 'diff' ? request.key : null;
}

/**
 * The last comparison of these versions by this key, possibly still running; null if there was none.
 * @param requested `key` is null for the key of the dataset: that of any comparison by key which has a result
 */
export function comparisonJob(
  jobs: readonly Job[],
  requested: {
    readonly reference: DatasetReference;
    readonly before: string;
    readonly after: string;
    readonly key: readonly string[] | null;
  },
): Job | null {
  const same = jobs.filter((job) => {
    const { request } = job;
    if (request.kind !== 'diff' || request.before !== requested.before || request.after !== requested.after)
      return false;
    if (!sameDataset(request.reference, requested.reference)) return false;
    const key = keyOf(job);
    const { key: wanted } = requested;
    if (wanted === null) return request.key === null || (job.result !== null && key !== null && key.length > 0);
    return key !== null && key.length === wanted.length && key.every((name) => wanted.includes(name));
  });
  return newestJob(same);
}
