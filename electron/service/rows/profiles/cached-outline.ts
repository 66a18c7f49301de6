import { dirname, join } from 'node:path';
import type { Session } from '../../engine/session.ts';
import type { ColumnOutline, LongWork, StoredColumn, StoredVersion } from '../row-store.ts';
import type { StoreParts } from '../store-parts.ts';
import { outlineColumns } from '../stored-statistics.ts';
import { builtOnce } from '../version-files/built-once.ts';
import { cachedFact, writeCached } from './cached-facts.ts';

/** The outline of a version's columns, cached beside the version, so that the engine is not needed for it. */
export async function outlineVersion(
  { files, engine }: StoreParts,
  version: StoredVersion,
  work: LongWork,
): Promise<readonly ColumnOutline[]> {
  await files.assertWhole(version);
  const path = files.path(version);
  const isOutline = (value: unknown): value is readonly ColumnOutline[] =>
    Array.isArray(value) && value.length === version.columns.length;
  const outline = cachedFact(outlinePath(path), isOutline, () =>
    files.use(version, work, () =>
      engine.short(work, (session) => outlineFile(session, path, version.columns, version.rows)),
    ),
  );
  return builtOnce(files.shared, outline, work.signal);
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
