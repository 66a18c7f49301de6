import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** Folder for tables and results of benchmarks between runs, outside the source tree; 1.2 GB for the full table. */
export const cacheFolder: string =
  process.env.ALMANAC_BENCH_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'almanac-bench');

/** Rows of the table that the figures are claimed for; smaller for a quick look: `ALMANAC_BENCH_ROWS=1000000`. */
export const tableRows: number = Number(process.env.ALMANAC_BENCH_ROWS ?? 10_000_000);

/** Names and types of the table's columns, in order. */
export const tableColumns = [
  { name: 'id', type: 'integer' },
  { name: 'grp', type: 'integer' },
  { name: 'big', type: 'integer' },
  { name: 'price', type: 'float' },
  { name: 'ratio', type: 'float' },
  { name: 'code', type: 'char' },
  { name: 'name', type: 'char' },
  { name: 'note', type: 'text' },
  { name: 'day', type: 'char' },
  { name: 'point', type: 'geometry' },
] as const;

const words = ['lorem', 'ipsum', 'dolor', 'sit', 'amet', 'consectetur', 'adipiscing', 'elit', 'sed', 'eiusmod'];

/** A pseudo-random number in 0 to `modulus` derived from the row. */
function mixed(salt: number, modulus: string): string {
  return `((((i + ${salt}) * 2654435761) % 4294967291 * 40503 + ${salt} * 69069) % 2147483647 % ${modulus})`;
}

/** `version` 1 changes about 0.5 % of the rows of version 0, omits 0.1 % and appends 0.1 %. */
function tableQuery(rows: number, version: 0 | 1): string {
  const word = (salt: number) => `list_extract([${words.map((w) => `'${w}'`)}], 1 + ${mixed(salt, '10')}::INTEGER)`;
  const changed = version === 0 ? 'false' : `${mixed(77, '1000')} < 5`;
  const kept = version === 0 ? 'true' : `${mixed(78, '1000')} <> 0`;
  const end = version === 0 ? rows : Math.round(rows * 1.001);
  return `SELECT i AS id,
    CASE WHEN ${mixed(1, '100')} < 5 THEN NULL ELSE ${mixed(2, '1000')} END AS grp,
    9007199254740993 + i * 1000003 AS big,
    round(${mixed(3, '10000000')} / 100 + CASE WHEN ${changed} THEN 0.5 ELSE 0 END, 2)::DOUBLE AS price,
    CASE WHEN ${mixed(4, '100')} < 10 THEN NULL ELSE ${mixed(5, '1000003')}::DOUBLE / 1000003 END AS ratio,
    lpad((${mixed(6, '20000')})::VARCHAR, 5, '0') AS code,
    ${word(8)} || ' ' || ${mixed(9, '100000000')}::VARCHAR AS name,
    CASE WHEN ${mixed(10, '100')} < 20 THEN NULL
      WHEN ${mixed(10, '100')} < 30 THEN 'He said "' || ${word(11)} || '", then left, ñandú ' || ${word(12)}
      WHEN ${mixed(10, '100')} < 31 THEN repeat(${word(21)} || ' ', 60)
      ELSE concat_ws(' ', ${[13, 14, 15, 16, 17].map(word)}) END AS note,
    strftime(DATE '1990-01-01' + ${mixed(18, '12000')}::INTEGER, '%Y-%m-%d') AS day,
    'POINT (' || round(${mixed(19, '360000')} / 1000 - 180, 3)::DOUBLE || ' '
      || round(${mixed(20, '180000')} / 1000 - 90, 3)::DOUBLE || ')' AS point
    FROM range(${end}) t(i) WHERE ${kept} ORDER BY i`;
}

/** Path of the table as a file, generated if missing; the same bytes on every machine. */
export async function tableFile(
  format: 'csv' | 'ndjson' | 'geojson',
  rows: number = tableRows,
  version: 0 | 1 = 0,
): Promise<string> {
  await mkdir(cacheFolder, { recursive: true });
  const path = join(cacheFolder, `table-${rows}-${version}.${format}`);
  if (existsSync(path)) return path;
  console.log(`making ${path}`);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const options = {
    csv: 'FORMAT csv, HEADER true',
    ndjson: 'FORMAT json',
    geojson: "FORMAT csv, HEADER false, DELIM '\\x1f', QUOTE '', ESCAPE ''",
  }[format];
  const query = format === 'geojson' ? geojsonLines(tableQuery(rows, version)) : tableQuery(rows, version);
  await connection.run(`COPY (${query}) TO '${path}.part' (${options})`);
  connection.closeSync();
  instance.closeSync();
  await rename(`${path}.part`, path);
  return path;
}

/** One feature per line between the start and the end of the collection. */
function geojsonLines(query: string): string {
  const place = `replace(substr(point, 8, length(point) - 8), ' ', ',')`;
  const properties =
    'to_json({id: id, grp: grp, big: big, price: price, ratio: ratio, code: code, name: name, note: note, day: day})';
  const feature = `'{"type":"Feature","geometry":{"type":"Point","coordinates":[' || ${place} || ']},"properties":' || ${properties} || '}'`;
  return `SELECT '{"type":"FeatureCollection","features":['
    UNION ALL (SELECT CASE WHEN id = 0 THEN '' ELSE ',' END || ${feature} FROM (${query}))
    UNION ALL SELECT ']}'`;
}
