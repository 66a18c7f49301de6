import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { GridApi } from 'ag-grid-community';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/cell.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { reportFailure } from '../../backend/report-failure.ts';
import { readRows } from '../../backend/service/records.ts';
import { copyTable, copyText } from '../../backend/window/shell.ts';
import { signInTo } from '../../dialogs/dialogs.ts';
import { askToExport, askToPublish } from '../../dialogs/file-dialogs.ts';
import { openHelp } from '../../dialogs/help.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { knownCount } from '../../lib/format/known-count.ts';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import { type DatasetTab, useSession } from '../../state/session.ts';
import { useSettings } from '../../state/settings.ts';
import { tabHistory } from '../../state/view-steps.ts';
import { useWantedFocus } from '../../state/wanted-focus.ts';
import statesStyles from '../../ui/states/states.module.css';
import { EmptyState } from '../../ui/states/states.tsx';
import type { CellRange } from './cells/cell-range.ts';
import { cellsAsText, maxCopiedCharacters } from './cells/copy-cells.ts';
import { RowDetails, type ShownRow } from './cells/row-details.tsx';
import type { TableFormat } from './cells/table-text.ts';
import { dataColumns, useCellSelection } from './cells/use-cell-selection.ts';
import { useSharedSelection } from './cells/use-shared-selection.ts';
import { useFirstRow } from './cells/use-shown-row.ts';
import { columnPosition } from './columns/column-definitions.ts';
import { HeadHistograms } from './columns/head-histograms.tsx';
import { FailedRows } from './failed-rows.tsx';
import { QueryChips } from './filters/query-chips.tsx';
import { findHit } from './grid/find-hit.ts';
import { enterGrid, goToRow } from './grid/grid-navigation.ts';
import { RowsGrid } from './grid/rows-grid.tsx';
import { GridMenu } from './grid-menu.tsx';
import { NewerNote, NoRows, PreparingNote, ReachedNote } from './row-notes.tsx';
import styles from './rows.module.css';
import { RowsToolbar } from './rows-toolbar.tsx';
import { useRowSource } from './use-row-source.ts';

/** Milliseconds for which an alternative is offered. */
const offerMs = 15_000;

/** The cells to copy: the selected range, or the focused cell. */
function rangeToCopy(api: GridApi<Row>, range: CellRange | null): CellRange | null {
  const focused = api.getFocusedCell();
  if (range !== null || focused === null) return range;
  const column = dataColumns(api).indexOf(focused.column.getColId());
  return column < 0 ? null : { top: focused.rowIndex, bottom: focused.rowIndex, left: column, right: column };
}

/** Whether a column is searched. */
function isText(column: DataColumn | undefined): boolean {
  return column?.type === 'char' || column?.type === 'text';
}

interface RowsViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** The record may be outdated and is being read again. */
  readonly unsure: boolean;
  /** Shows the grid alone, for use beside another view: without toolbar and conditions. */
  readonly bare?: boolean;
  /** Shows how the values of a column are distributed. */
  readonly onChart: (column: DataColumn) => void;
}

/** The rows of a dataset: a toolbar, and the grid or a state in its place. */
export function RowsView({ tab, details, unsure, bare = false, onChart }: RowsViewProps) {
  const { t } = useTranslation();
  const [api, setApi] = useState<GridApi<Row> | null>(null);
  const grid = useRef<GridApi<Row> | null>(null);
  const [shown, setShown] = useState<ShownRow | null>(null);
  const { source, query, columns, isOld, fill, drawn, fractions, failed } = useRowSource(tab, details, grid, unsure);
  const { selection, range, events } = useCellSelection();
  const body = useRef<HTMLDivElement>(null);
  const { details: detailsOpen, histograms } = useSettings();
  const known = useSession((session) => session.rowCounts[tab.id]);
  // From the record until counted, so that the grid is not created for one count and changed for another.
  const rows = known?.count ?? knownCount(tab.query, details) ?? 0;
  /** The most rows so far: room for their numbers stays when a filter leaves fewer, or all columns would move. */
  const mostRows = useRef(0);
  const allRows = knownCount({ ...tab.query, filters: [], search: '' }, details) ?? 0;
  mostRows.current = Math.max(mostRows.current, rows, allRows);
  const isEmpty = known?.exact === true && known.count === 0;
  useWantedFocus(tab.id, !bare && (drawn || isEmpty || failed.length > 0 || columns.length === 0));
  const newest = details.dataset.versions.find(({ ready }) => ready)?.slug ?? '';
  const go = useCallback((row: number, column?: string) => {
    if (grid.current !== null) goToRow(grid.current, row, column);
  }, []);
  const first = useFirstRow(api, source, detailsOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source has other rows under the same numbers.
  useEffect(() => setShown(null), [source]);
  useSharedSelection({ tab: tab.id, columns, range, shown, api, go });

  async function copy(format: TableFormat, headings: boolean): Promise<void> {
    const range = api === null ? null : rangeToCopy(api, selection.range);
    if (api === null || range === null) {
      notifications.show({ message: t('grid.nothingSelected') });
      return;
    }
    const read = async (offset: number, limit: number) =>
      (await readRows(tab.reference, query, offset, limit, new AbortController().signal)).rows;
    try {
      const copied = await cellsAsText({ api, columns, read }, { range, format, headings });
      if (copied === 'too-large') {
        offerExport();
        return;
      }
      const { text, html, cells } = copied;
      await (html === null ? copyText(text) : copyTable({ text, html }));
      notifications.show({ message: t('grid.copiedCells', { count: cells }) });
    } catch (error) {
      reportFailure(error);
    }
  }

  /** Instead of copying more than the clipboard takes. */
  function offerExport(): void {
    const id = notifications.show({
      title: t('grid.copyTooLarge', { limit: maxCopiedCharacters }),
      message: (
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => {
            notifications.hide(id);
            onExport();
          }}
        >
          {t('export.action')}
        </Button>
      ),
      autoClose: offerMs,
    });
  }

  async function goToHit(forward: boolean): Promise<void> {
    if (api === null || tab.query.search === '') return;
    const shown = dataColumns(api).filter((id) => isText(columns[columnPosition(id)]));
    const focused = api.getFocusedCell() ?? null;
    // Without a starting cell, the next match is the first one.
    const from = {
      row: focused?.rowIndex ?? 0,
      place: focused === null ? -1 : shown.indexOf(focused.column.getColId()),
    };
    const read = async (offset: number, limit: number) =>
      (await readRows(tab.reference, tab.query, offset, limit, new AbortController().signal)).rows;
    try {
      const hit = await findHit(
        { search: tab.query.search, columns: shown.map(columnPosition), rows, read },
        from,
        forward,
      );
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

  function closeDetails(): void {
    useSettings.setState({ details: false });
    const focused = api?.getFocusedCell() ?? null;
    if (focused !== null) api?.setFocusedCell(focused.rowIndex, focused.column);
  }

  function onExport(): void {
    const { range } = selection;
    askToExport(tab, columns, range === null ? [] : [{ from: range.top, to: range.bottom + 1 }]);
  }

  function onGridKey(event: KeyboardEvent): void {
    selection.extending = event.shiftKey;
    selection.keeping = false;
    if (api === null) return;
    if (event.target instanceof HTMLInputElement) {
      if (event.key !== 'ArrowDown' || event.target.dataset.field !== 'filter-row') return;
      // The grid would stay in the row of filters; the field applies its text when it loses the focus.
      event.preventDefault();
      event.stopPropagation();
      enterGrid(api, tab.firstRow, event.target.closest('[col-id]')?.getAttribute('col-id') ?? undefined);
      return;
    }
    if (isPressed(event, 'firstRow')) go(0);
    else if (isPressed(event, 'lastRow')) go(rows - 1);
    else if (isPressed(event, 'copyCells')) void copy('TSV', false);
    else if (isPressed(event, 'selectAll')) selection.selectAll(api);
    else if (isPressed(event, 'undoView')) tabHistory.undo(tab.id);
    else if (isPressed(event, 'redoView')) tabHistory.redo(tab.id);
    else if (isPressed(event, 'toggleDetails') && api.getFocusedCell() !== null)
      useSettings.setState({ details: !detailsOpen });
    else return;
    // The grid's own handling is insufficient: it scrolls without moving the focus, or does nothing.
    event.preventDefault();
    event.stopPropagation();
  }

  if (columns.length === 0) {
    return (
      <EmptyState title={t('rows.noDataTitle')} text={t('rows.noDataText')}>
        <div className={statesStyles.actions}>
          <Button onClick={() => askToPublish([], tab.reference)}>{t('namespacePage.addData')}</Button>
          <Button variant="default" onClick={() => openHelp('publish')}>
            {t('help.readHow')}
          </Button>
        </div>
      </EmptyState>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys for matches work wherever the focus is in it.
    <div className={styles.rows} onKeyDown={onHitKey}>
      {!bare && (
        <>
          <RowsToolbar
            tab={tab}
            api={api}
            columns={columns}
            rows={rows}
            onGo={go}
            onHit={(forward) => void goToHit(forward)}
            onCopy={(...how) => void copy(...how)}
            onExport={onExport}
          />
          <QueryChips tab={tab} dataset={details.dataset} />
        </>
      )}
      <div className={styles.beside}>
        <div
          className={styles.body}
          ref={body}
          data-failed={failed.length > 0 || undefined}
          onKeyDownCapture={onGridKey}
          onMouseDownCapture={(event) => selection.press(event)}
        >
          <GridMenu tab={tab} api={api} columns={columns} onCopy={(...how) => void copy(...how)} onChart={onChart}>
            <RowsGrid
              tab={tab}
              api={api}
              columns={columns}
              source={source}
              ordering={query.ordering}
              isOld={isOld}
              drawn={drawn}
              fractions={fractions}
              rows={mostRows.current}
              selection={selection}
              selectionEvents={events}
              onReady={(ready) => {
                grid.current = ready;
                setApi(ready);
                fill(ready);
              }}
              onShownRow={setShown}
            />
          </GridMenu>
          {histograms && <HeadHistograms tab={tab} newest={newest} />}
          {api !== null && (
            <FailedRows
              api={api}
              frame={body}
              failed={failed}
              rows={rows}
              onRetry={() => source.retry()}
              onSignIn={signInTo(tab.reference.connection)}
            />
          )}
          <ReachedNote reference={tab.reference} />
          <PreparingNote tab={tab} newest={newest} />
          {!bare && tab.file === undefined && <NewerNote tab={tab} dataset={details.dataset} unsure={unsure} />}
          {isEmpty && <NoRows query={tab.query} />}
        </div>
        {detailsOpen && !bare && (
          <RowDetails
            shown={rows === 0 ? null : (shown ?? first)}
            columns={columns}
            onMove={go}
            onClose={closeDetails}
          />
        )}
      </div>
    </div>
  );
}
