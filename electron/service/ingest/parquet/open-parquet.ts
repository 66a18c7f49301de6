import { say } from '#shared/sentences/say.ts';
import { quoteLiteral } from '../../rows/duckdb/quoting.ts';
import type { Session } from '../../rows/duckdb/session.ts';
import { IngestError, type Source } from '../../rows/row-store.ts';
import { firstLine } from '../first-line.ts';
import { lookUp } from '../look-up.ts';
import type { Relation, SourceColumn } from '../relation.ts';
import { plainNumbers } from '../text-conversion.ts';
import { coordinateSystems } from './coordinate-systems.ts';
import { type ParquetMetadata, readParquetMetadata } from './parquet-metadata.ts';
import { degreesSql, prepareProjection } from './projected-geometry.ts';

/** Reads a Parquet file; its columns keep the engine's types until they are converted. */
export async function openParquet(session: Session, source: Source): Promise<Relation> {
  const { path, lookup } = source;
  const metadata = await readParquetMetadata(path);
  const file = `read_parquet(${quoteLiteral(path)})`;
  const described = await session.rows(`DESCRIBE SELECT * FROM ${file}`).catch((error: unknown) => {
    throw parquetFailure(error);
  });
  const names = topLevelNames(metadata);
  const columns = described.map(([name, type], position) => ({
    form: 'engine' as const,
    name: names[position] ?? String(name),
    reference: `c${position}`,
    engineType: String(type),
  }));
  const aliased = `${file} AS source(${columns.map(({ reference }) => reference).join(', ')})`;
  const projected = await projectGeometries(source, metadata, columns);
  return {
    from: projected.values === null ? aliased : `(SELECT ${projected.values} FROM ${aliased})`,
    columns: lookup === undefined ? columns : await lookUp(session, columns, lookup),
    form: 'parquet',
    numbers: plainNumbers,
    conversions: projected.notes,
  };
}

/** What a failure of the engine while it read a Parquet file amounts to: to be thrown. */
export function parquetFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'AbortError' || error instanceof IngestError) return error;
  const said = engineWords(error.message);
  const key = error.message.startsWith('Out of Memory') ? 'parquet-takes-memory' : 'parquet-damaged';
  return new IngestError(say(key, { said }));
}

/** The first sentence without the engine's own kind of error, and without the name of a file that may be a temporary one. */
function engineWords(message: string): string {
  const said = firstLine(message)
    .replace(/^(?:[A-Za-z]+ ){1,3}Error: /, '')
    .replace(/Failed to read file "[^"]*": /, '')
    .trimEnd();
  return said.endsWith('.') ? said.slice(0, -1) : said;
}

/** The names as the file has them; the engine's own reader renames those that differ in case only. */
function topLevelNames(metadata: ParquetMetadata | null): string[] {
  return (metadata?.elements ?? []).filter(({ depth }) => depth === 1).map(({ name }) => name);
}

/** Positions in another coordinate system become longitude and latitude, as those of GeoJSON do. */
async function projectGeometries(
  { crs }: Source,
  metadata: ParquetMetadata | null,
  columns: readonly SourceColumn[],
): Promise<{ readonly values: string | null; readonly notes: readonly string[] }> {
  const systems = metadata === null ? new Map() : coordinateSystems(metadata);
  const systemOf = ({ name }: SourceColumn) => (crs === undefined ? systems.get(name) : { name: crs });
  const notes: string[] = [];
  const values: string[] = [];
  for (const column of columns) {
    const { reference, name } = column;
    const isGeometry = column.form === 'engine' && column.engineType.startsWith('GEOMETRY');
    const system = isGeometry ? systemOf(column) : undefined;
    if (system !== undefined && (await prepareProjection(system))) {
      values.push(`${degreesSql(system.name, reference)} AS ${reference}`);
      notes.push(say('column-reprojected', { column: name, system: system.name }));
    } else values.push(reference);
  }
  return { values: notes.length === 0 ? null : values.join(', '), notes };
}
