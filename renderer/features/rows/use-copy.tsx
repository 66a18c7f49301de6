import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { GridApi } from 'ag-grid-community';
import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/cell.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { reportFailure } from '../../backend/failure.ts';
import { readRows } from '../../backend/rows.ts';
import { copyTable, copyText } from '../../backend/shell.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import type { DatasetTab } from '../../state/tab.ts';
import type { TableFormat } from './cells/cells-text.ts';
import { cellsAsText, maxCopiedCharacters } from './cells/copy-cells.ts';
import { type CellRange, type CellSelectionOfGrid, dataColumns } from './cells/use-cell-selection.ts';

/** Milliseconds for which an alternative is offered. */
const offerMs = 15_000;

interface Copied {
  readonly tab: DatasetTab;
  readonly api: GridApi<Row> | null;
  /** The query and the columns of the rows in the grid. */
  readonly query: RowQuery;
  readonly columns: readonly DataColumn[];
  readonly selection: CellSelectionOfGrid;
  readonly onExport: () => void;
}

/** Returns a function that copies the selected cells, or offers an export if the clipboard cannot take them. */
export function useCopy({ tab, api, query, columns, selection, onExport }: Copied) {
  const { t } = useTranslation();
  const read = async (offset: number, limit: number) =>
    (await readRows(tab.reference, query, offset, limit, new AbortController().signal)).rows;
  return async (format: TableFormat, headings: boolean): Promise<void> => {
    const range = api === null ? null : rangeToCopy(api, selection.range);
    if (api === null || range === null) {
      notifications.show({ message: t('grid.nothingSelected') });
      return;
    }
    try {
      const copied = await cellsAsText({ api, columns, read }, { range, format, headings });
      if (copied === 'too-large') {
        offerExport(t('grid.copyTooLarge', { limit: maxCopiedCharacters }), t('export.action'), onExport);
        return;
      }
      const { text, html, cells } = copied;
      await (html === null ? copyText(text) : copyTable({ text, html }));
      notifications.show({ message: t('grid.copiedCells', { count: cells }) });
    } catch (error) {
      reportFailure(error);
    }
  };
}

/** The cells to copy: the selected range, or the focused cell. */
function rangeToCopy(api: GridApi<Row>, range: CellRange | null): CellRange | null {
  const focused = api.getFocusedCell();
  if (range !== null || focused === null) return range;
  const column = dataColumns(api).indexOf(focused.column.getColId());
  return column < 0 ? null : { top: focused.rowIndex, bottom: focused.rowIndex, left: column, right: column };
}

function offerExport(title: string, action: string, onExport: () => void): void {
  const id = notifications.show({
    title,
    message: (
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => {
          notifications.hide(id);
          onExport();
        }}
      >
        {action}
      </Button>
    ),
    autoClose: offerMs,
  });
}
