import type { LongWork } from '../../../lib/long-work.ts';
import { builtOnce } from '../../files/built-once.ts';
import { cachedFact } from '../../files/cached-facts.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { ColumnOutline } from '../../reading/write/stored-statistics.ts';
import { outlineFile, outlinePath } from '../../reading/write/stored-statistics.ts';
import type { StoreParts } from '../store-parts.ts';

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
