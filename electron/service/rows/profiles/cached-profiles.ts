import { dirname, join } from 'node:path';
import { type RowQuery, selectsRows } from '#shared/row-query.ts';
import type { ColumnOutline, ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { builtOnce } from '../../files/built-once.ts';
import { cachedFact, writeCached } from '../../files/cached-facts.ts';
import { outlineFile, outlinePath } from '../../reading/write/stored-statistics.ts';
import { comparisonRules } from '../comparison/comparison.ts';
import type { OpenVersion } from '../open-version.ts';
import type { StoreParts } from '../store-parts.ts';
import { profileColumn } from './profile-column.ts';

/** The profile of a column; that of a whole version is calculated once and cached beside it. */
export async function profileVersion(
  parts: StoreParts,
  open: OpenVersion,
  query: RowQuery,
  column: string,
  work: LongWork,
): Promise<ColumnProfile> {
  if (selectsRows(query)) return profileColumn(parts, open, query, column, work);
  await parts.files.assertWhole(open.version);
  const position = open.columns.findIndex(({ name }) => name === column);
  const path = profilePath(dirname(open.path), position);
  const profile = cachedFact(path, isProfile, async () => {
    const calculated = await profileColumn(parts, open, query, column, work);
    await writeCached(path, calculated);
    return calculated;
  });
  return builtOnce(parts.files.shared, profile, work.signal);
}

/** The path of a cached profile. It contains the version of the format: profiles in older formats are recalculated. */
function profilePath(folder: string, position: number): string {
  return join(folder, `profile-6-${comparisonRules}-${position}.json`);
}

function isProfile(value: unknown): value is ColumnProfile {
  return value !== null && typeof value === 'object' && 'column' in value && 'missing' in value;
}

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
