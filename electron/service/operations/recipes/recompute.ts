import type { RecomputeRecord } from '#shared/api/records/recipe.ts';
import { recipeOfVersion } from '#shared/version-metadata.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { findStoredVersion, findVersion } from '../../catalogue/records/versions.ts';
import { IngestError } from '../../reading/reading.ts';
import { maxStatementMs, newResultKey } from '../../reading/statements/statement.ts';
import { withUnpublishedRows } from '../publish/unpublished-rows.ts';
import type { StatementReader } from './resolve-inputs.ts';
import { type RecipeDeps, resolveStatement, runnable } from './resolve-statement.ts';

/** Maximum duration for callers who may run recipes, and for all other readers. */
export const recomputeLimitMs = { writers: 60 * 60_000, readers: maxStatementMs } as const;

/**
 * Runs the recipe of a version again on exactly the versions that it names, and compares the result.
 * @param limitMs how long computing it may take
 * @returns null for a version that no recipe made, or that is missing
 * @throws {IsolatedProcessError}
 */
export async function recompute(
  deps: RecipeDeps,
  { datasetId, slug, limitMs }: { readonly datasetId: number; readonly slug: string; readonly limitMs: number },
  reader: StatementReader,
  work: LongWork,
): Promise<RecomputeRecord | null> {
  const { records } = deps.catalogue;
  const recipe = recipeOfVersion((await findVersion(records, datasetId, slug))?.metadata ?? '');
  const version = recipe === null ? null : await findStoredVersion(records, datasetId, slug);
  if (recipe === null || version === null) return null;
  const pinned = new Map(recipe.inputs.map(({ name, version: slug }) => [name, slug]));
  const gone = { verdict: 'input-gone', rows: null } as const;
  let resolved: Awaited<ReturnType<typeof resolveStatement>>;
  try {
    resolved = await resolveStatement(deps, recipe.sql, reader, work, pinned);
  } catch (error) {
    if (error instanceof IngestError) return { ...gone, message: error.message };
    throw error;
  }
  const isSame = recipe.inputs.every((input) =>
    resolved.inputs.some(({ name, version: read }) => name === input.name && read.checksum === input.checksum),
  );
  if (!isSame) return { ...gone, message: 'An input has another checksum than when the version was made.' };
  const statement = runnable(resolved, { maxRows: null, limitMs });
  const derive = () => deps.rows.derive(newResultKey(), statement, work);
  return await withUnpublishedRows(deps.rows, derive, async (again): Promise<RecomputeRecord> => {
    if (again.checksum === version.checksum) return { verdict: 'same', rows: 0, message: '' };
    const { added, removed, changed } = await deps.rows.open(version).diff(again, [], work);
    const rows = added + removed + changed;
    return { verdict: 'differs', rows, message: `${rows} rows differ.` };
  });
}
