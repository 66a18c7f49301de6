import { createHash } from 'node:crypto';
import type { LongWork } from '../../../lib/long-work.ts';
import type { OpenVersion } from '../open-version.ts';
import type { StoreParts } from '../store-parts.ts';
import { columnReference, rowNumber, storedTable } from '../stored-table.ts';

/** A digest of a version's columns and rows that does not depend on the order of the rows. Reads all rows. */
export async function contentDigest(parts: StoreParts, open: OpenVersion, work: LongWork): Promise<string> {
  await parts.files.assertWhole(open.version);
  const values = open.columns.map((_, position) => columnReference(position));
  // A row's text is that of a list of texts, in which values are quoted where they have to be. Repeated rows count as
  // often as they occur; the sum of half of each MD5 fits while there are less than 2^63 rows.
  const row = `CAST([${values.map((value) => `CAST(${value} AS VARCHAR)`).join(', ')}]::VARCHAR[] AS VARCHAR)`;
  const sql = `SELECT sum(md5_number_lower(${row})) FROM ${storedTable(open.path, open.columns)}`;
  const [found] = await open.use(work, () => parts.engine.long(work, (session) => session.row(sql)));
  const sum = String(found);
  const columns = open.columns.map(({ name, type }) => [name, type]);
  return createHash('sha256')
    .update(JSON.stringify([columns, open.rows, sum]))
    .digest('hex');
}

/** Rows that are examined first: most columns that are no key have repeated or missing values among them. */
const firstRows = 50_000;

/** Whether every row has values in these columns, different ones in each. */
export async function isKey(
  parts: StoreParts,
  open: OpenVersion,
  key: readonly string[],
  work: LongWork,
): Promise<boolean> {
  const positions = key.map((name) => open.columns.findIndex((column) => column.name === name));
  if (positions.length === 0 || positions.includes(-1)) return false;
  await parts.files.assertWhole(open.version);
  const columns = positions.map((position) => columnReference(position));
  const missing = columns.map((column) => `${column} IS NULL`).join(' OR ');
  const isKeyOf = async (where: string) => {
    const groups = `SELECT ${columns.join(', ')} FROM ${storedTable(open.path, open.columns)}${where}
      GROUP BY ALL HAVING count(*) > 1 OR ${missing} LIMIT 1`;
    const sql = `SELECT count(*) FROM (${groups})`;
    const [found] = await open.use(work, () => parts.engine.long(work, (session) => session.row(sql)));
    return Number(found) === 0;
  };
  if (!(await isKeyOf(` WHERE ${rowNumber} < ${firstRows}`))) return false;
  return open.rows <= firstRows || (await isKeyOf(''));
}
