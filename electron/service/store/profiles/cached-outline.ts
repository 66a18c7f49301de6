import { dirname, join } from 'node:path';
import type { Session } from '../duckdb/session.ts';
import type { ColumnOutline, LongWork, StoredColumn, StoredVersion } from '../row-store.ts';
import type { StoreParts } from '../store-parts.ts';
import { outlineColumns } from '../stored-statistics.ts';
import { offerCached, readShared, writeCached } from './cached-facts.ts';

/** The outline of a version's columns, cached beside the version, so that the engine is not needed for it. */
export async function outlineVersion(
  { files, engine }: StoreParts,
  version: StoredVersion,
  work: LongWork,
): Promise<readonly ColumnOutline[]> {
  await files.assertWhole(version);
  const path = files.path(version);
  const kept = await readShared(outlinePath(path), files.shared);
  if (isOutline(kept, version)) return kept;
  const outline = await files.use(version, work, () =>
    engine.short(work, (session) => outlineFile(session, path, version.columns, version.rows)),
  );
  offerCached(outlinePath(path), files.shared);
  return outline;
}

/** Calculates the outline of a stored file and caches it beside the file. */
export async function outlineFile(
  session: Session,
  path: string,
  columns: readonly StoredColumn[],
  rows: number,
): Promise<readonly ColumnOutline[]> {
  const outline = await outlineColumns(session, path, columns, rows);
  await writeCached(outlinePath(path), outline);
  return outline;
}

/** Version of the format: outlines in older formats are recalculated. */
function outlinePath(path: string): string {
  return join(dirname(path), 'outline-1.json');
}

function isOutline(value: unknown, { columns }: StoredVersion): value is readonly ColumnOutline[] {
  return Array.isArray(value) && value.length === columns.length;
}
