import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '#shared/text/quoting.ts';

/**
 * A dictionary for the columns with few values, differences for the increasing one; row groups that are large enough to
 * share a dictionary, and small enough that several can be read at a time.
 */
const packed = `(FORMAT parquet, CODEC zstd, COMPRESSION_LEVEL 22, PARQUET_VERSION v2, ROW_GROUP_SIZE 400000, DICTIONARY_SIZE_LIMIT 5000)`;

/**
 * Splits a Parquet file in two: its rows in order with a number in place of `columns`, and every combination of these
 * columns once, in the row with that number. Times are stored to the millisecond.
 * @throws if a time would lose precision
 */
export async function withoutColumns(
  file: string,
  columns: readonly string[],
  by: string,
): Promise<{ rows: Uint8Array; looked: Uint8Array }> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-packing-'));
  const instance = await DuckDBInstance.create();
  const engine = await instance.connect();
  const [rows, looked] = [join(folder, 'rows.parquet'), join(folder, 'looked.parquet')];
  const names = columns.map(quoteIdentifier).join(', ');
  const source = `read_parquet(${quoteLiteral(file)}, file_row_number = true)`;
  try {
    await engine.run(
      `CREATE TABLE looked AS SELECT row_number() OVER (ORDER BY count(*) DESC, ${names}) - 1 AS number, ${names} FROM ${source} GROUP BY ${names}`,
    );
    const kept = await remainingColumns();
    await engine.run(
      `COPY (SELECT ${kept}, CAST(number AS USMALLINT) AS ${quoteIdentifier(by)} FROM ${source} JOIN looked USING (${names}) ORDER BY file_row_number) TO ${quoteLiteral(rows)} ${packed}`,
    );
    await engine.run(`COPY (SELECT ${names} FROM looked ORDER BY number) TO ${quoteLiteral(looked)} ${packed}`);
    return { rows: readFileSync(rows), looked: readFileSync(looked) };
  } finally {
    engine.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }

  async function remainingColumns(): Promise<string> {
    const described = await engine.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${quoteLiteral(file)})`);
    const others = described.getRowsJson().filter(([name]) => !columns.includes(String(name)));
    const moments = others.filter(([, type]) => type === 'TIMESTAMP').map(([name]) => quoteIdentifier(String(name)));
    for (const name of moments) {
      const fine = `SELECT count(*) FROM ${source} WHERE ${name} <> CAST(${name} AS TIMESTAMP_MS)`;
      const lost = (await engine.runAndReadAll(fine)).getRowsJson()[0]?.[0];
      if (Number(lost) > 0) throw new Error(`${name} of ${file} has moments finer than a millisecond.`);
    }
    return others
      .map(([name]) => quoteIdentifier(String(name)))
      .map((name) => (moments.includes(name) ? `CAST(${name} AS TIMESTAMP_MS) AS ${name}` : name))
      .join(', ');
  }
}
