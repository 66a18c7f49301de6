import { dirname, join } from 'node:path';
import type { DuckDBValue } from '@duckdb/node-api';
import type { ColumnOutline } from '#shared/rpc/calls/insight.ts';
import type { Session } from '../../engine/session.ts';
import { writeCached } from '../../files/cached-facts.ts';
import type { StoredColumn } from '../../files/stored-version.ts';
import { storedNames } from '../values/stored-names.ts';

/**
 * A column's bounding box in GeoParquet's metadata: west, south, east, north; null if there is none. Three-dimensional
 * boxes also have altitudes in between.
 */
export async function storedBox(
  session: Session,
  path: string,
  columns: readonly StoredColumn[],
  position: number,
): Promise<readonly number[] | null> {
  const metadata = await session.rows("SELECT decode(value) FROM parquet_kv_metadata($1) WHERE decode(key) = 'geo'", [
    path,
  ]);
  const name = storedNames(columns.map((column) => column.name))[position] ?? '';
  const box = boxIn(metadata[0]?.[0], name);
  if (box?.length === 4) return box;
  return box?.length === 6 ? [box[0] ?? 0, box[1] ?? 0, box[3] ?? 0, box[4] ?? 0] : null;
}

function boxIn(text: DuckDBValue | undefined, name: string): number[] | null {
  if (typeof text !== 'string') return null;
  const parsed = JSON.parse(text) as { columns?: Record<string, { bbox?: unknown }> };
  const box = new Map(Object.entries(parsed.columns ?? {})).get(name)?.bbox;
  return Array.isArray(box) && box.every((number) => Number.isFinite(number)) ? box : null;
}

/** The statistics of a stored file's columns, without reading rows. */
export async function outlineColumns(
  session: Session,
  path: string,
  columns: readonly StoredColumn[],
  rows: number,
): Promise<ColumnOutline[]> {
  const found = await session.rows(
    `SELECT column_id, sum(stats_null_count), count(stats_null_count), count(*),
       min(TRY_CAST(stats_min_value AS BIGINT)), max(TRY_CAST(stats_max_value AS BIGINT)),
       min(TRY_CAST(stats_min_value AS DOUBLE)), max(TRY_CAST(stats_max_value AS DOUBLE)),
       sum(total_compressed_size)
     FROM parquet_metadata($1) GROUP BY column_id`,
    [path],
  );
  const facts = new Map(found.map((row) => [Number(row[0]), row]));
  return columns.map(({ name, type }, position) => {
    const [, missing, known, groups, least, most, low, high, bytes] = facts.get(position) ?? [];
    const ends = type === 'integer' ? [least, most] : type === 'float' ? [low, high] : [null, null];
    return {
      column: name,
      type,
      rows,
      missing: known === groups ? Number(missing ?? 0) : null,
      min: end(ends[0]),
      max: end(ends[1]),
      bytes: bytes === undefined || bytes === null ? null : Number(bytes),
    };
  });
}

function end(value: DuckDBValue | undefined): number | bigint | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'bigint') return Number(value);
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
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

/** Where the outline of a stored file is cached; its number is the version of the format. */
export function outlinePath(path: string): string {
  return join(dirname(path), 'outline-1.json');
}
