import type { Row } from '#shared/cell.ts';
import { isHit } from '../cells/hit-cell.ts';

/** Number of rows per read, and in total, until a match is found; the next key press continues from there. */
const pageSize = 200;
const maxRows = 5000;

/** A cell by its row, counted from 0, and its position among the searched columns in display order. */
export interface HitPosition {
  readonly row: number;
  readonly place: number;
}

export interface HitSearch {
  readonly search: string;
  /** Positions in a row of the text columns, in display order. */
  readonly columns: readonly number[];
  readonly rows: number;
  readonly read: (offset: number, limit: number) => Promise<readonly Row[]>;
}

/** Whether a cell comes after another. */
function isAfter(one: HitPosition, other: HitPosition): boolean {
  return one.row > other.row || (one.row === other.row && one.place > other.place);
}

/**
 * The nearest match after a cell, or before it, in reading order, wrapping around at the end.
 * @returns null if there is none within the maximum number of rows
 */
export async function findHit(
  { search, columns, rows, read }: HitSearch,
  from: HitPosition,
  forward: boolean,
): Promise<HitPosition | null> {
  const pages = Math.ceil(rows / pageSize);
  if (pages === 0) return null;
  const first = Math.min(pages - 1, Math.max(0, Math.floor(from.row / pageSize)));
  // The first page is read again at the end, for the cells on the other side of the starting cell.
  for (let turn = 0; turn <= Math.min(pages, maxRows / pageSize); turn += 1) {
    const page = (((first + (forward ? turn : -turn)) % pages) + pages) % pages;
    const offset = page * pageSize;
    const found = await read(offset, Math.min(pageSize, rows - offset));
    const hits = found.flatMap((values, index) =>
      columns.flatMap((column, place) => (isHit(values[column], search) ? [{ row: offset + index, place }] : [])),
    );
    const beyond = turn === 0 ? hits.filter((hit) => (forward ? isAfter(hit, from) : isAfter(from, hit))) : hits;
    const nearest = forward ? beyond[0] : beyond.at(-1);
    if (nearest !== undefined) return nearest;
  }
  return null;
}
