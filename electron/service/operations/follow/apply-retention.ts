import type { Retention } from '#shared/follow.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import { versionDatetime } from '../../catalogue/records/version-slug.ts';
import { deleteVersion, listVersions, type VersionEntry } from '../../catalogue/records/versions.ts';
import { findSource } from '../../catalogue/sources/sources.ts';
import type { ServiceDeps } from '../../deps.ts';

type RetentionDeps = Pick<ServiceDeps, 'catalogue' | 'rows' | 'announce'>;

async function split(
  records: Records,
  datasetId: number,
  retention: Retention,
  now: number,
): Promise<{ readonly all: readonly VersionEntry[]; readonly removed: readonly VersionEntry[] }> {
  const all = (await listVersions(records, [datasetId])).filter(({ ready }) => ready);
  const slugs = new Set(
    versionsToRemove(
      all.map(({ slug }) => slug),
      retention,
      now,
    ),
  );
  return { all, removed: all.filter(({ slug }) => slugs.has(slug)) };
}

/** Removes the versions of a followed dataset that its retention does not keep. @param now milliseconds since 1970 */
export async function applyRetention(deps: RetentionDeps, datasetId: number, now: number): Promise<void> {
  const followed = await findSource(deps.catalogue.records, datasetId);
  if (followed === null || followed.retention.kind === 'all') return;
  const { removed } = await split(deps.catalogue.records, datasetId, followed.retention, now);
  for (const { id, key } of removed) {
    await deleteVersion(deps.catalogue.records, id);
    await deps.rows.remove(key);
  }
  if (removed.length > 0) deps.announce();
}

/** What a retention would remove now. Sizes are those of the stored files. */
export interface RetentionEstimate {
  readonly versions: number;
  readonly removed: number;
  readonly bytes: number;
  readonly bytesAfter: number;
}

export async function estimateRetention(
  records: Records,
  datasetId: number,
  retention: Retention,
  now: number,
): Promise<RetentionEstimate> {
  const { all, removed } = await split(records, datasetId, retention, now);
  const sum = (versions: readonly VersionEntry[]) => versions.reduce((total, { bytes }) => total + bytes, 0);
  const bytes = sum(all);
  return { versions: all.length, removed: removed.length, bytes, bytesAfter: bytes - sum(removed) };
}

const dayMs = 86_400_000;

/** Monday of the week of a moment, as a number. */
const weekOf = (at: number) => Math.floor((at / dayMs + 3) / 7);

/**
 * The versions that a retention removes. The newest always stays, and with thinning also the first.
 * @param slugs of all ready versions, newest first
 * @param now milliseconds since 1970
 */
function versionsToRemove(slugs: readonly string[], retention: Retention, now: number): string[] {
  if (retention.kind === 'all') return [];
  if (retention.kind === 'last') return slugs.slice(retention.versions);
  const kept = new Set<string>();
  const dayEnd = now - retention.days * dayMs;
  const weekEnd = dayEnd - retention.weeks * 7 * dayMs;
  return slugs.filter((slug, position) => {
    const at = Date.parse(versionDatetime(slug));
    const day = new Date(at).toISOString();
    const period = at >= dayEnd ? day.slice(0, 10) : at >= weekEnd ? `week ${weekOf(at)}` : day.slice(0, 7);
    const isNew = !kept.has(period);
    kept.add(period);
    return !isNew && position !== 0 && position !== slugs.length - 1;
  });
}
