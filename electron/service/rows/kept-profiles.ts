import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RowQuery } from '#shared/row-query.ts';
import { profileColumn } from './profile-column.ts';
import type { ColumnProfile, LongWork, StoredVersion } from './row-store.ts';
import type { StoreParts } from './store-parts.ts';

/** The profile of a column; that of a whole version is made once and kept with it. */
export async function profileVersion(
  parts: StoreParts,
  version: StoredVersion,
  query: RowQuery,
  column: string,
  work: LongWork,
): Promise<ColumnProfile> {
  if (query.filters.length > 0 || query.search !== '') return profileColumn(parts, version, query, column, work);
  await parts.files.assertWhole(version);
  const folder = dirname(parts.files.path(version));
  const position = version.columns.findIndex(({ name }) => name === column);
  const kept = await readKeptProfile(folder, position);
  if (kept) return kept;
  const profile = await profileColumn(parts, version, query, column, work);
  await keepProfile(folder, position, profile);
  return profile;
}

/** The profile of a column of a whole version, when it was made before. */
async function readKeptProfile(folder: string, position: number): Promise<ColumnProfile | null> {
  try {
    const kept: unknown = JSON.parse(await readFile(profilePath(folder, position), 'utf8'), revive);
    return isProfile(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps a profile with its version. That it cannot be kept is no reason not to give it. */
async function keepProfile(folder: string, position: number, profile: ColumnProfile): Promise<void> {
  const path = profilePath(folder, position);
  try {
    await writeFile(`${path}.part`, JSON.stringify(profile, replace));
    await rename(`${path}.part`, path);
  } catch {
    // A version that was removed meanwhile has no folder any more.
  }
}

/** The number is that of this form: a profile of an older form is made anew. */
function profilePath(folder: string, position: number): string {
  return join(folder, `profile-3-${position}.json`);
}

function isProfile(value: unknown): value is ColumnProfile {
  return value !== null && typeof value === 'object' && 'column' in value && 'missing' in value;
}

/** JSON has no integers beyond a double's. */
function replace(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { integer: value.toString() } : value;
}

function revive(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || !('integer' in value)) return value;
  return BigInt(String(value.integer));
}
