import { notifications } from '@mantine/notifications';
import type { GridApi } from 'ag-grid-community';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/cell.ts';
import { reportFailure } from '../../backend/failure.ts';
import { readRows } from '../../backend/rows.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { dataColumns } from './cells/use-cell-selection.ts';
import { columnPosition } from './columns/column-definitions.ts';
import { findHit } from './grid/find-hit.ts';
import { goToRow } from './grid/grid-navigation.ts';

/** Going to the next or previous match of a tab's search, and the keys for that. */
export function useSearchHits(
  { reference, query }: DatasetTab,
  api: GridApi<Row> | null,
  columns: readonly DataColumn[],
  rows: number,
) {
  const { t } = useTranslation();
  const read = async (offset: number, limit: number) =>
    (await readRows(reference, query, offset, limit, new AbortController().signal)).rows;
  async function goToHit(forward: boolean): Promise<void> {
    if (api === null || query.search === '') return;
    const shown = dataColumns(api).filter((id) => isText(columns[columnPosition(id)]));
    const focused = api.getFocusedCell() ?? null;
    // Without a starting cell, the next match is the first one.
    const place = focused === null ? -1 : shown.indexOf(focused.column.getColId());
    const search = { search: query.search, columns: shown.map(columnPosition), rows, read };
    try {
      const hit = await findHit(search, { row: focused?.rowIndex ?? 0, place }, forward);
      const column = hit === null ? undefined : shown[hit.place];
      if (hit === null || column === undefined) notifications.show({ message: t('gridActions.noHit') });
      else goToRow(api, hit.row, column);
    } catch (error) {
      reportFailure(error);
    }
  }
  function onHitKey(event: KeyboardEvent): void {
    const isNext = isPressed(event, 'nextHit');
    if (!isNext && !isPressed(event, 'previousHit')) return;
    event.preventDefault();
    void goToHit(isNext);
  }
  return { goToHit, onHitKey };
}

/** Whether a column is searched. */
function isText(column: DataColumn | undefined): boolean {
  return column?.type === 'char' || column?.type === 'text';
}
