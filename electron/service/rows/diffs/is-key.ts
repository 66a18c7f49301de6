import type { LongWork } from '../../../lib/long-work.ts';
import { reading } from '../../files/parquet-file.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { parquetFile, type StoreParts } from '../store-parts.ts';
import { columnReference, rowNumber, storedTable } from '../stored-table.ts';

/** Rows that are examined first: most columns that are no key have repeated or missing values among them. */
const firstRows = 50_000;

/** Whether every row has values in these columns, different ones in each. */
export async function isKey(
  parts: StoreParts,
  version: StoredVersion,
  key: readonly string[],
  work: LongWork,
): Promise<boolean> {
  const positions = key.map((name) => version.columns.findIndex((column) => column.name === name));
  if (positions.length === 0 || positions.includes(-1)) return false;
  await parts.files.assertWhole(version);
  const file = parquetFile(parts, version);
  const columns = positions.map((position) => columnReference(position));
  const missing = columns.map((column) => `${column} IS NULL`).join(' OR ');
  const isKeyOf = async (where: string) => {
    const groups = `SELECT ${columns.join(', ')} FROM ${storedTable(file.path, version.columns)}${where}
      GROUP BY ALL HAVING count(*) > 1 OR ${missing} LIMIT 1`;
    const sql = `SELECT count(*) FROM (${groups})`;
    const [found] = await reading(file, work, () => parts.engine.long(work, (session) => session.row(sql)));
    return Number(found) === 0;
  };
  if (!(await isKeyOf(` WHERE ${rowNumber} < ${firstRows}`))) return false;
  return version.rows <= firstRows || (await isKeyOf(''));
}
