import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { StoredColumn } from '../../store/row-store.ts';
import type { Records } from '../database/open-catalogue.ts';

/** A column as it is stored: what is said of it may change, this never does. */
type VersionColumn = Pick<StoredColumn, 'name' | 'type' | 'size'>;

/** Columns that are kept in memory for each catalogue, of all versions together. */
const maxKnownColumns = 200_000;
/** Of versions with more columns, others get their turn between two that are read. */
const manyColumns = 1000;

const ofCatalogues = new WeakMap<Records, LRUCache<string, readonly VersionColumn[]>>();

function knownColumns(records: Records): LRUCache<string, readonly VersionColumn[]> {
  const known = ofCatalogues.get(records);
  if (known !== undefined) return known;
  const made = new LRUCache<string, readonly VersionColumn[]>({
    maxSize: maxKnownColumns,
    sizeCalculation: (columns) => columns.length + 1,
  });
  ofCatalogues.set(records, made);
  return made;
}

/**
 * The columns of a ready version, in the order of its file. They never change, and may be tens of thousands, which take
 * a tenth of a second to read: they are read once, as one text, which takes less than half as long as rows.
 */
export async function columnsOfVersion(
  records: Records,
  { id, key }: { readonly id: number; readonly key: string },
): Promise<readonly VersionColumn[]> {
  const known = knownColumns(records);
  const there = known.get(key);
  if (there !== undefined) return there;
  const { rows } = await sql<{ columns: string }>`
    SELECT json_group_array(json_array(name, type, size)) AS columns
    FROM (SELECT name, type, size FROM version_columns WHERE version_id = ${id} ORDER BY position)`.execute(records);
  const read = JSON.parse(rows[0]?.columns ?? '[]') as [string, VersionColumn['type'], VersionColumn['size']][];
  const columns = read.map(([name, type, size]) => ({ name, type, size }));
  known.set(key, columns);
  if (columns.length > manyColumns) await setImmediate();
  return columns;
}
