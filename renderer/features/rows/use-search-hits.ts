import { notifications } from '@mantine/notifications';
import type { GridApi } from 'ag-grid-community';
import { t } from 'i18next';
import type { KeyboardEvent } from 'react';
import type { Row } from '#shared/cell.ts';
import { attempt } from '../../backend/failure.ts';
import { readRows } from '../../backend/rows.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { isHit } from './cells/hit-cell.ts';
import { dataColumns } from './cells/use-cell-selection.ts';
import { columnPosition } from './columns/column-definitions.ts';
import { goToRow } from './grid/grid-navigation.ts';

/** Going to the next or previous match of a tab's search, and the keys for that. */
export function useSearchHits(
  { reference, query }: DatasetTab,
  api: GridApi<Row> | null,
  columns: readonly DataColumn[],
  rows: number,
) {
  const read = async (offset: number, limit: number) =>
    (await readRows(reference, query, offset, limit, new AbortController().signal)).rows;
  async function goToHit(forward: boolean): Promise<void> {
    if (api === null || query.search === '') return;
    const shown = dataColumns(api).filter((id) => isText(columns[columnPosition(id)]));
    const focused = api.getFocusedCell() ?? null;
    // Without a starting cell, the next match is the first one.
    const place = focused === null ? -1 : shown.indexOf(focused.column.getColId());
    const search = { search: query.search, columns: shown.map(columnPosition), rows, read };
    await attempt(async () => {
      const hit = await findHit(search, { row: focused?.rowIndex ?? 0, place }, forward);
      const column = hit === null ? undefined : shown[hit.place];
      if (hit === null || column === undefined) notifications.show({ message: t('gridActions.noHit') });
      else goToRow(api, hit.row, column);
    });
  }
  function onHitKey(event: KeyboardEvent): void {
    const isNext = isPressed(event, 'nextHit');
    if (!isNext && !isPressed(event, 'previousHit')) return;
    event.preventDefault();
    void goToHit(isNext);
  }
  return { goToHit, onHitKey };
}

function isText(column: DataColumn | undefined): boolean {
  return column?.type === 'char' || column?.type === 'text';
}

/** Number of rows per read, and in total, until a match is found; the next key press continues from there. */
const pageSize = 200;
const maxRows = 5000;

/** A cell by its row, counted from 0, and its position among the searched columns in display order. */
interface HitPosition {
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
