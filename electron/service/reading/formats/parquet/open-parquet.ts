import { open } from 'node:fs/promises';
import { type Explanation, explain } from '#shared/failures.ts';
import { quoteIdentifier, quoteLiteral } from '#shared/text/quoting.ts';
import type { Session } from '../../../engine/session.ts';
import { placeholderColumn } from '../../../files/stored-version.ts';
import { firstLine } from '../../problems/engine-message.ts';
import { IngestError, type Plan } from '../../reading.ts';
import { plainNumbers } from '../../values/text-conversion.ts';
import type { CoordinateSystem } from '../json/geometry/coordinate-system.ts';
import { shortList } from '../json/json-layout.ts';
import type { SourceColumn } from '../layouts.ts';
import type { Relation } from '../relation.ts';
import { checkLevels, checkPages } from './check-pages.ts';
import { type ParquetMetadata, readParquetMetadata, unreadableVariant } from './parquet-metadata.ts';
import { degreesSql, prepareProjection } from './projected-geometry.ts';

/** Reads a Parquet file; its columns keep the engine's types until they are converted. */
export async function openParquet(session: Session, plan: Plan): Promise<Relation> {
  const { path, lookup } = plan;
  const metadata = await readParquetMetadata(path);
  const file = `read_parquet(${quoteLiteral(path)})`;
  const described = await session.rows(`DESCRIBE SELECT * FROM ${file}`).catch((error: unknown) => {
    throw parquetFailure(error);
  });
  const names = topLevelNames(metadata);
  const encodings = metadata === null ? new Map() : geometryEncodings(metadata);
  const values: string[] = [];
  const columns = (await isPlaceholder(session, file, described))
    ? []
    : described.map(([engineName, type], position) => {
        const name = names[position] ?? String(engineName);
        const reference = `c${position}`;
        const geometry = nativeGeometrySql(encodings.get(name), String(type), reference);
        values.push(geometry ?? reference);
        return { form: 'engine' as const, name, reference, engineType: geometry === null ? String(type) : 'GEOMETRY' };
      });
  const references = columns.map(({ reference }) => reference).join(', ');
  const aliased = columns.length === 0 ? file : `${file} AS source(${references})`;
  const projected = await projectGeometries(plan, metadata, columns, values);
  return {
    from: projected.selected === null ? aliased : `(SELECT ${projected.selected} FROM ${aliased})`,
    columns: lookup === undefined ? columns : await lookUp(session, columns, lookup),
    form: 'parquet',
    numbers: plainNumbers,
    conversions: [...projected.notes, ...cutNotes(metadata, described)],
  };
}

/** Whether a file has only the column of a version without columns. */
async function isPlaceholder(session: Session, file: string, described: readonly (readonly unknown[])[]) {
  const [[name, type] = [], ...others] = described;
  if (others.length > 0 || name !== placeholderColumn || type !== 'BOOLEAN') return false;
  const [[count] = []] = await session.rows(`SELECT count(${placeholderColumn}) FROM ${file}`);
  return Number(count) === 0;
}

/** Checks a file for damage that the engine does not notice. @throws {IngestError} naming the column */
export async function checkParquet(path: string, signal: AbortSignal | undefined): Promise<void> {
  const { chunks } = (await readParquetMetadata(path)) ?? { chunks: [] };
  const file = await open(path, 'r');
  try {
    await checkPages(file, chunks, signal);
    await checkLevels(file, chunks, signal);
  } finally {
    await file.close();
  }
}

/** Times of which the engine keeps the microseconds only. */
function cutNotes(metadata: ParquetMetadata | null, described: readonly (readonly unknown[])[]): Explanation[] {
  // A local time in nanoseconds keeps them.
  const kept = new Set(described.flatMap(([name, type]) => (type === 'TIMESTAMP_NS' ? [String(name)] : [])));
  const cut = (metadata?.elements ?? []).filter(({ name, isCut }) => isCut && !kept.has(name));
  return cut.length === 0
    ? []
    : [explain('finer-than-microseconds', { columns: shortList(cut.map(({ name }) => name)) })];
}

/** Messages about the engine's own functions and types instead of the file. */
const internalWords = /^INTERNAL|\w::\w|\bSTRUCT\(|\w(?:Exception|Stats)\b/;

/** Messages about the forms of VARIANT. */
const variantWords = /variant|shredded|\bStructStats\b/i;

/**
 * Converts an error of the engine while reading a Parquet file to the error to throw.
 * @param columns of the file, as far as they are known
 */
export function parquetFailure(error: unknown, columns: readonly SourceColumn[] = []): unknown {
  if (!(error instanceof Error) || error.name === 'AbortError' || error instanceof IngestError) return error;
  const variants = columns.filter((column) => column.form === 'engine' && column.engineType.includes('VARIANT'));
  if (variants.length > 0 && variantWords.test(error.message))
    return unreadableVariant(shortList(variants.map(({ name }) => name)));
  if (error.message.includes('No magic bytes found at end of file')) return new IngestError(explain('file-incomplete'));
  if (internalWords.test(error.message)) return new IngestError(explain('parquet-unreadable'));
  const said = engineWords(error.message);
  const key = error.message.startsWith('Out of Memory') ? 'parquet-takes-memory' : 'parquet-damaged';
  return new IngestError(explain(key, { said }));
}

/** The first sentence without the engine's error type, and without the name of a possibly temporary file. */
function engineWords(message: string): string {
  const said = firstLine(message)
    .replace(/^(?:[A-Za-z]+ ){1,3}Error: /, '')
    .replace(/Failed to read the (?:Parquet )?file: /, '')
    .trimEnd();
  return said.endsWith('.') ? said.slice(0, -1) : said;
}

/** The names as written in the file; the engine's own reader renames those that differ only in case. */
function topLevelNames(metadata: ParquetMetadata | null): string[] {
  return (metadata?.elements ?? []).filter(({ depth }) => depth === 1).map(({ name }) => name);
}

/**
 * Positions in another coordinate system become longitude and latitude, as in GeoJSON.
 * @param values expression of each column
 * @returns the columns to select; null if they are unchanged
 */
async function projectGeometries(
  { crs }: Plan,
  metadata: ParquetMetadata | null,
  columns: readonly SourceColumn[],
  values: readonly string[],
): Promise<{ readonly selected: string | null; readonly notes: readonly Explanation[] }> {
  const systems = metadata === null ? new Map() : coordinateSystems(metadata);
  const systemOf = ({ name }: SourceColumn) => (crs === undefined ? systems.get(name) : { name: crs });
  const notes: Explanation[] = [];
  const selected: string[] = [];
  for (const [position, column] of columns.entries()) {
    const { reference, name } = column;
    const value = values[position] ?? reference;
    const isGeometry = column.form === 'engine' && column.engineType.startsWith('GEOMETRY');
    const system = isGeometry ? systemOf(column) : undefined;
    if (system !== undefined && (await prepareProjection(system))) {
      selected.push(`${degreesSql(system.name, value)} AS ${reference}`);
      notes.push(explain('column-reprojected', { column: name, system: system.name }));
    } else selected.push(value === reference ? reference : `${value} AS ${reference}`);
  }
  const isAsItIs = selected.every((value, position) => value === columns[position]?.reference);
  return { selected: isAsItIs ? null : selected.join(', '), notes };
}

type EngineColumn = Extract<SourceColumn, { form: 'engine' }>;

/**
 * Replaces the column that numbers the rows with the columns of a second file. Each is held as a list from which every
 * row takes its value: a join would not preserve the order of rows.
 * @throws {IngestError} if there is no such column
 */
async function lookUp(
  session: Session,
  columns: readonly EngineColumn[],
  { path, by }: NonNullable<Plan['lookup']>,
): Promise<EngineColumn[]> {
  const number = columns.find(({ name }) => name === by);
  if (number === undefined) throw new IngestError(explain('file-has-no-column', { column: by }));
  const described = await session.rows(`DESCRIBE SELECT * FROM read_parquet(${quoteLiteral(path)})`);
  const found = described.map(([name, type]) => ({ name: String(name), engineType: String(type) }));
  const lists = found.map(({ name }) => `list(${quoteIdentifier(name)} ORDER BY file_row_number)`);
  for (const [position, list] of lists.entries()) {
    const values = `SELECT ${list} FROM read_parquet(${quoteLiteral(path)}, file_row_number = true)`;
    await session.run(`SET VARIABLE looked_up_${position} = (${values})`);
  }
  const inPlace = found.map(({ name, engineType }, position) => ({
    form: 'engine' as const,
    name,
    reference: `getvariable('looked_up_${position}')[${number.reference} + 1]`,
    engineType,
  }));
  return columns.flatMap((column) => (column === number ? inPlace : [column]));
}

/**
 * The coordinate systems of the columns that name one: by column type (Parquet, Geospatial.md) or by the file's `geo`
 * metadata (GeoParquet 1.1, "crs"). Otherwise a column has longitude and latitude.
 */
function coordinateSystems({ elements, notes }: ParquetMetadata): Map<string, CoordinateSystem> {
  const found = new Map<string, CoordinateSystem>();
  for (const [name, note] of Object.entries(noteOfGeometries(notes))) {
    const crs = note?.crs;
    const system = typeof crs === 'string' ? namedSystem(crs, notes) : projJson(crs);
    if (system !== null) found.set(name, system);
  }
  for (const { depth, name, crs } of elements) {
    const system = depth === 1 && crs !== undefined ? namedSystem(crs, notes) : null;
    if (system !== null) found.set(name, system);
  }
  return found;
}

/** The encoding of each column's geometries according to the file's `geo` metadata. */
function geometryEncodings({ notes }: ParquetMetadata): Map<string, unknown> {
  return new Map(Object.entries(noteOfGeometries(notes)).map(([name, note]) => [name, note?.encoding]));
}

interface GeometryNote {
  readonly crs?: unknown;
  readonly encoding?: unknown;
}

function noteOfGeometries(notes: ReadonlyMap<string, string>): Record<string, GeometryNote> {
  const { columns } = (parsed(notes.get('geo') ?? '') ?? {}) as { columns?: unknown };
  return columns !== null && typeof columns === 'object' ? { ...columns } : {};
}

function namedSystem(crs: string, notes: ReadonlyMap<string, string>): CoordinateSystem | null {
  const [, kind, value = ''] = /^(srid|projjson):(.*)$/s.exec(crs) ?? [];
  // 0 means unknown.
  if (kind === 'srid') return value === '0' ? null : { name: `EPSG:${value}` };
  if (kind === 'projjson') return projJson(parsed(notes.get(value) ?? ''));
  return crs.trimStart().startsWith('{') ? projJson(parsed(crs)) : { name: crs };
}

/** A description in PROJJSON; by the authority's code if it has one. */
function projJson(value: unknown): CoordinateSystem | null {
  if (value === null || typeof value !== 'object') return null;
  const { id, name } = value as { id?: { authority?: unknown; code?: unknown }; name?: unknown };
  const code = id?.authority === undefined || id.code === undefined ? null : `${id.authority}:${id.code}`;
  return { name: code ?? String(name ?? '?'), definition: value };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Encodings of GeoParquet 1.1 ("Native encodings (based on GeoArrow)"): the lists around a position, and the keyword in
 * well-known text.
 */
const encodings: Readonly<Record<string, { readonly lists: number; readonly word: string }>> = {
  point: { lists: 0, word: 'POINT' },
  linestring: { lists: 1, word: 'LINESTRING' },
  multipoint: { lists: 1, word: 'MULTIPOINT' },
  polygon: { lists: 2, word: 'POLYGON' },
  multilinestring: { lists: 2, word: 'MULTILINESTRING' },
  multipolygon: { lists: 3, word: 'MULTIPOLYGON' },
};

/**
 * SQL expression for the geometry that a column holds as nested lists of numbers, if the file's metadata says so and
 * the column's type agrees; null for any other column. Measures (m) are dropped.
 * @param encoding as in the `geo` metadata
 */
function nativeGeometrySql(encoding: unknown, engineType: string, reference: string): string | null {
  const found = encodings[String(encoding)];
  if (found === undefined) return null;
  const { lists, word } = found;
  const position = /^STRUCT\((x DOUBLE, y DOUBLE(?:, z DOUBLE)?(?:, m DOUBLE)?)\)((?:\[\])*)$/.exec(engineType);
  if (position === null || (position[2] ?? '').length !== lists * 2) return null;
  const hasAltitude = position[1]?.includes('z DOUBLE') === true;
  const isEmpty = lists === 0 ? `isnan(${reference}.x)` : `len(${reference}) = 0`;
  const text = hasAltitude ? `${word} Z ` : word;
  const body =
    lists === 0 ? `'(' || ${positionSql(reference, hasAltitude)} || ')'` : listSql(reference, lists, hasAltitude);
  return `CASE WHEN ${reference} IS NULL THEN NULL WHEN ${isEmpty} THEN CAST('${word} EMPTY' AS GEOMETRY) ELSE CAST('${text}' || ${body} AS GEOMETRY) END`;
}

function listSql(reference: string, lists: number, hasAltitude: boolean): string {
  const item = `p${lists}`;
  const one = lists === 1 ? positionSql(item, hasAltitude) : listSql(item, lists - 1, hasAltitude);
  return `'(' || array_to_string(list_transform(${reference}, lambda ${item}: ${one}), ', ') || ')'`;
}

function positionSql(reference: string, hasAltitude: boolean): string {
  const numbers = ['x', 'y', ...(hasAltitude ? ['z'] : [])].map((name) => `CAST(${reference}.${name} AS VARCHAR)`);
  return numbers.join(" || ' ' || ");
}
