import { useQuery } from '@tanstack/react-query';
import type { Version } from '#shared/api/records/version.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { removalsQuery } from '../../backend/editing.ts';
import { sameDataset } from '../../lib/catalogue/find-records.ts';
import { type SchemaChange, schemaChange } from '../../lib/versions/schema-change.ts';
import { readVersionMetadata, type VersionMetadata } from '../../lib/versions/version-metadata.ts';

/** A version with what its record and its predecessor's say about it. */
export interface KnownVersion extends VersionMetadata {
  readonly version: Version;
  /** Milliseconds since 1970; NaN if the record has no time. */
  readonly at: number;
  /** The ready version published before it; null for the first. */
  readonly before: Version | null;
  /** Difference in rows to the previous one; null if unknown. */
  readonly moreRows: number | null;
  /** Difference in columns to the previous one; null if unknown. */
  readonly change: SchemaChange | null;
}

/** @param versions newest first */
export function knownVersions(versions: readonly Version[]): KnownVersion[] {
  const read = versions.map((version) => ({ version, ...readVersionMetadata(version.metadata) }));
  return read.map((one, position): KnownVersion => {
    const before = read.slice(position + 1, position + 50).find(({ version }) => version.ready) ?? null;
    const counted = before !== null && one.rows !== null && before.rows !== null;
    const described = before !== null && one.schema !== null && before.schema !== null;
    return {
      ...one,
      at: Date.parse(one.version.datetime),
      before: before?.version ?? null,
      moreRows: counted ? (one.rows ?? 0) - (before.rows ?? 0) : null,
      change: described ? schemaChange(before.schema ?? [], one.schema ?? []) : null,
    };
  });
}

/** Slugs of the versions of a dataset that were deleted, or will be in a moment. */
export function useRemovedVersions(reference: DatasetReference): ReadonlySet<string> {
  const { data = [] } = useQuery(removalsQuery);
  return new Set(
    data.flatMap(({ target, state }) =>
      target.kind === 'version' && state !== 'failed' && sameDataset(target, reference) ? [target.version] : [],
    ),
  );
}
