import type { ColumnOutline } from '#shared/rpc/calls/insight.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { builtOnce } from '../../files/built-once.ts';
import { cachedFact } from '../../files/cached-facts.ts';
import { outlineFile, outlinePath } from '../../reading/write/stored-statistics.ts';
import type { OpenVersion } from '../open-version.ts';
import type { StoreParts } from '../store-parts.ts';

/** The outline of a version's columns, cached beside the version, so that the engine is not needed for it. */
export async function outlineVersion(
  { files, engine }: StoreParts,
  { version, path, rows, columns, use }: OpenVersion,
  work: LongWork,
): Promise<readonly ColumnOutline[]> {
  await files.assertWhole(version);
  const isOutline = (value: unknown): value is readonly ColumnOutline[] =>
    Array.isArray(value) && value.length === columns.length;
  const outline = cachedFact(outlinePath(path), isOutline, () =>
    use(work, () => engine.short(work, (session) => outlineFile(session, path, columns, rows))),
  );
  return builtOnce(files.shared, outline, work.signal);
}
