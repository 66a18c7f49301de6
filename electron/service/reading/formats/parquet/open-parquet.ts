import { open } from 'node:fs/promises';
import { type Explanation, explain } from '#shared/failures.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { Session } from '../../../engine/session.ts';
import { placeholderColumn } from '../../../files/stored-version.ts';
import { firstLine } from '../../problems/engine-message.ts';
import { IngestError, type Plan } from '../../reading.ts';
import { plainNumbers } from '../../values/text-conversion.ts';
import { shortList } from '../json/json-layout.ts';
import type { Relation } from '../relation.ts';
import type { SourceColumn } from '../source-column.ts';
import { checkLevels } from './check-levels.ts';
import { coordinateSystems, geometryEncodings } from './coordinate-systems.ts';
import { lookUp } from './look-up.ts';
import { nativeGeometrySql } from './native-geometry.ts';
import { checkPages } from './page-checksums.ts';
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
