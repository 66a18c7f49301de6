import { constants, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { explain } from '#shared/failures.ts';
import { quoteIdentifier } from '#shared/text/quoting.ts';
import { IngestError } from '../../reading.ts';
import { blockRecords } from './bytes-reader.ts';
import type { StatedFile, StatedRecord, StatedTable, StatedValue } from './stated-table.ts';

/** Whether a file begins as one of SQLite; a GeoPackage is one. */
export function isSqlite(head: Buffer): boolean {
  return head.toString('latin1', 0, 16) === 'SQLite format 3\0';
}

type Row = Record<string, string | number | bigint | null>;

/** A table of features: in a GeoPackage (OGC 12-128r19, 1.1.3 and 2.1), or as GDAL and SpatiaLite list them. */
interface Layer {
  readonly title: string;
  readonly geometry: string | null;
  /** The coordinate system, such as `EPSG:25832`. */
  readonly system: string | null;
}

/**
 * Opens the tables and views of a file of SQLite. A copy is opened, with what is not yet in the file itself, because the
 * library would write to both. @throws {IngestError}
 */
export async function openSqlite(path: string, scratch: string): Promise<StatedFile> {
  const copy = join(scratch, 'database.sqlite');
  await copyFile(path, copy, constants.COPYFILE_FICLONE);
  await copyFile(`${path}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE).catch(() => {});
  const database = new Database(copy);
  const rowsOf = (sql: string) => database.prepare(sql).all([]) as Row[];
  try {
    // What a file says must not run functions that change anything.
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON');
    const layers = layersOf(rowsOf);
    const names = rowsOf(
      `SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`,
    ).map(({ name }) => String(name));
    const own = layers === null ? names : names.filter((name) => layers.has(name));
    if (own.length === 0) throw new IngestError(explain('no-tables'));
    return {
      names: own,
      read: (position) => readTable(database, own[position] ?? '', layers?.get(own[position] ?? '')),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw asIngestError(error);
  }
}

function asIngestError(error: unknown): unknown {
  const isOfDatabase = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
  return isOfDatabase ? new IngestError(explain('file-damaged', { said: error.message })) : error;
}

const ofPackage = `SELECT c.table_name, c.identifier, g.column_name, s.organization, s.organization_coordsys_id
  FROM gpkg_contents c LEFT JOIN gpkg_geometry_columns g ON g.table_name = c.table_name
  LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id WHERE c.data_type IN ('features', 'attributes')`;
/** The tables of a file that GDAL writes without SpatiaLite; two of them describe the others. */
const ofGdal = `SELECT m.name AS table_name, NULL AS identifier, g.f_geometry_column AS column_name,
  s.auth_name AS organization, s.auth_srid AS organization_coordsys_id FROM sqlite_master m
  LEFT JOIN geometry_columns g ON lower(g.f_table_name) = lower(m.name) AND g.geometry_format = 'WKB'
  LEFT JOIN spatial_ref_sys s ON s.srid = g.srid
  WHERE m.type IN ('table', 'view') AND m.name NOT IN ('geometry_columns', 'spatial_ref_sys')`;

/** The tables that a GeoPackage, or GDAL, lists in the file; null for any other file. */
function layersOf(rowsOf: (sql: string) => Row[]): ReadonlyMap<string, Layer> | null {
  const has = (table: string, column: string) =>
    rowsOf(`SELECT name FROM pragma_table_info('${table}') WHERE name = '${column}'`).length > 0;
  const isPackage = has('gpkg_contents', 'table_name');
  const isOfGdal = has('geometry_columns', 'geometry_format') && has('spatial_ref_sys', 'auth_srid');
  if (!isPackage && !isOfGdal) return null;
  const rows = rowsOf(isPackage ? ofPackage : ofGdal);
  return new Map(
    rows.map(
      ({ table_name: name, identifier, column_name: geometry, organization, organization_coordsys_id: code }) => [
        String(name),
        {
          title: identifier === null || identifier === name ? '' : String(identifier),
          geometry: geometry === null ? null : String(geometry),
          system: organization === null || Number(code) <= 0 ? null : `${organization}:${code}`.toUpperCase(),
        },
      ],
    ),
  );
}

function readTable(database: Database.Database, name: string, layer: Layer | undefined): StatedTable {
  const statement = database.prepare(`SELECT * FROM ${quoteIdentifier(name)}`);
  const all = statement.columns().map((column) => column.name);
  const at = layer?.geometry == null ? -1 : all.indexOf(layer.geometry);
  statement.raw(true).safeIntegers(true);
  const geometry = layer?.system == null ? null : { name: layer.system };
  return {
    columns: all.filter((_, position) => position !== at).map((column) => ({ name: column })),
    records: recordsOf(statement as unknown as Statement, at),
    ...(at >= 0 && { geometry }),
    ...(layer !== undefined && layer.title !== '' && { title: layer.title }),
  };
}

interface Statement {
  iterate(parameters: readonly []): Iterable<(StatedValue | Uint8Array)[]>;
}

function* recordsOf(statement: Statement, geometryAt: number): Generator<StatedRecord[]> {
  let block: StatedRecord[] = [];
  try {
    for (const row of statement.iterate([])) {
      // Bytes are neither text nor number.
      const values = row.map((value) => (value instanceof Uint8Array ? null : value));
      if (geometryAt < 0) block.push(values);
      else {
        const geometry = row[geometryAt];
        const own = values.toSpliced(geometryAt, 1);
        block.push([...own, geometry instanceof Uint8Array ? binaryOf(Buffer.from(geometry)) : null]);
      }
      if (block.length < blockRecords) continue;
      yield block;
      block = [];
    }
  } catch (error) {
    throw asIngestError(error);
  }
  yield block;
}

/** Bytes of the box around a geometry, by the flags in the header of its blob (OGC 12-128r19, 2.1.3). */
const boxBytes = [0, 32, 48, 48, 64];

/** The well-known binary in a blob, in hexadecimal digits; null for none. */
function binaryOf(blob: Buffer): string | null {
  // Well-known binary itself begins with the order of its bytes.
  if ((blob[0] ?? 2) < 2) return blob.toString('hex');
  if (blob.toString('latin1', 0, 2) !== 'GP') return null;
  const flags = blob[3] ?? 0;
  const isEmpty = (flags & 0x10) !== 0;
  const box = boxBytes[(flags >> 1) & 7];
  return isEmpty || box === undefined ? null : blob.toString('hex', 8 + box);
}
