import type { Session } from '../../../engine/session.ts';
import type { ParquetFile } from '../../../files/parquet-file.ts';
import { rowNumber, storedTable } from '../../stored-table.ts';
import { offsetFileBytes } from './row-file.ts';
import { rawStrips, wideColumns } from './row-strips.ts';

/** Rows that are measured at the beginning, in the middle and at the end. */
const measuredRows = 1000;

/** Minimum size of a value with its separator. */
const leastValueBytes = 2;

/**
 * Estimates the size of a version's row file with its offsets, in bytes, by some of its rows. Of wide versions, which
 * take seconds to read, it returns the least that is possible.
 */
export async function estimateRowFile(session: Session, file: ParquetFile): Promise<number> {
  const { rows, columns } = file;
  const bytes = columns.length > wideColumns ? columns.length * leastValueBytes : await meanRowBytes(session, file);
  return Math.ceil(rows * bytes) + offsetFileBytes(rows, rows * bytes);
}

async function meanRowBytes(session: Session, { path, rows, columns }: ParquetFile): Promise<number> {
  const [row] = rawStrips(columns);
  const starts = rows <= 3 * measuredRows ? [0] : [0, Math.floor(rows / 2), rows - measuredRows];
  const length = rows <= 3 * measuredRows ? rows : measuredRows;
  let bytes = 0;
  for (const from of starts) {
    const [sum] = await session.row(
      `SELECT sum(strlen(${row}) + 1) FROM ${storedTable(path, columns)}
        WHERE ${rowNumber} BETWEEN ${from} AND ${from + length - 1}`,
    );
    bytes += Number(sum);
  }
  return rows === 0 ? 0 : bytes / (starts.length * length);
}
