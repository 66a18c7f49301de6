import { createHash } from 'node:crypto';
import type { LongWork } from '../../../lib/long-work.ts';
import { reading } from '../../files/parquet-file.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { parquetFile, type StoreParts } from '../store-parts.ts';
import { columnReference, storedTable } from '../stored-table.ts';

/** A digest of a version's columns and rows that does not depend on the order of the rows. Reads all rows. */
export async function contentDigest(parts: StoreParts, version: StoredVersion, work: LongWork): Promise<string> {
  await parts.files.assertWhole(version);
  const file = parquetFile(parts, version);
  const values = version.columns.map((_, position) => columnReference(position));
  // A row's text is that of a list of texts, in which values are quoted where they have to be. Repeated rows count as
  // often as they occur; the sum of half of each MD5 fits while there are less than 2^63 rows.
  const row = `CAST([${values.map((value) => `CAST(${value} AS VARCHAR)`).join(', ')}]::VARCHAR[] AS VARCHAR)`;
  const sql = `SELECT sum(md5_number_lower(${row})) FROM ${storedTable(file.path, version.columns)}`;
  const [found] = await reading(file, work, () => parts.engine.long(work, (session) => session.row(sql)));
  const sum = String(found);
  const columns = version.columns.map(({ name, type }) => [name, type]);
  return createHash('sha256')
    .update(JSON.stringify([columns, version.rows, sum]))
    .digest('hex');
}
