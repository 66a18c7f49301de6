import { Button, Flex } from '@mantine/core';
import type { GridApi } from 'ag-grid-community';
import { t } from 'i18next';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Row } from '#shared/cell.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { can } from '../../backend/shell.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import { askToExport, askToPublish, openHelp } from '../../state/dialogs.ts';
import { useRowCount } from '../../state/row-count.ts';
import { useSettings } from '../../state/settings.ts';
import { type DatasetTab, redo, stateOf, undo } from '../../state/tab.ts';
import { useWantedFocus } from '../../state/wanted-focus.ts';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import statesStyles from '../../ui/states/states.module.css';
import { EmptyState } from '../../ui/states/states.tsx';
import type { TableFormat } from './cells/cells-text.ts';
import { RowDetails, type ShownRow } from './cells/row-details.tsx';
import {
  type CellSelectionOfGrid,
  useCellSelection,
  useFirstRow,
  useSharedSelection,
} from './cells/use-cell-selection.ts';
import { QueryChips } from './filters/query-chips.tsx';
import { enterGrid, goToRow } from './grid/grid-navigation.ts';
import { GridBody } from './grid-body.tsx';
import styles from './rows.module.css';
import { RowsToolbar } from './rows-toolbar.tsx';
import { useCopy } from './use-copy.tsx';
import { useRowSource } from './use-row-source.ts';
import { useSearchHits } from './use-search-hits.ts';

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
export function RowsView(props: RowsViewProps) {
  const { tab, details, unsure, bare = false } = props;
  const [api, setApi] = useState<GridApi<Row> | null>(null);
  const grid = useRef<GridApi<Row> | null>(null);
  const [shown, setShown] = useState<ShownRow | null>(null);
  const state = useRowSource(tab, details, grid, unsure);
  const { source, query, columns, drawn, failed } = state;
  const { selection, range, events } = useCellSelection();
  const { details: detailsOpen } = useSettings();
  const known = useRowCount(tab);
  const rows = known?.count ?? 0;
  const isEmpty = known?.exact === true && known.count === 0;
  useWantedFocus(tab.id, !bare && (drawn || isEmpty || failed.length > 0 || columns.length === 0));
  const go = useCallback((row: number, column?: string) => {
    if (grid.current !== null) goToRow(grid.current, row, column);
  }, []);
  const first = useFirstRow(api, source, detailsOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source has other rows under the same numbers.
  useEffect(() => setShown(null), [source]);
  useSharedSelection({ tab: tab.id, columns, range, shown, api, go });
  const onExport = () => {
    const { range: chosen } = selection;
    askToExport(tab, columns, chosen === null ? [] : [{ from: chosen.top, to: chosen.bottom + 1 }]);
  };
  const copy = useCopy({ tab, api, query, columns, selection, onExport });
  const { goToHit, onHitKey } = useSearchHits(tab, api, columns, rows);
  const onCopy = (format: TableFormat, headings: boolean) => void copy(format, headings);
  const onGridKey = (event: KeyboardEvent) => pressInGrid(event, { tab, api, rows, selection, go, onCopy });
  const onReady = (ready: GridApi<Row>) => {
    grid.current = ready;
    setApi(ready);
    state.fill(ready);
  };
  if (columns.length === 0) return <NoData reference={tab.reference} />;
  const actions = { onGo: go, onHit: (forward: boolean) => void goToHit(forward), onCopy, onExport };
  const inGrid = { api, state, rows, selection, events, isEmpty, onCopy, onGridKey, onReady, onShownRow: setShown };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys for matches work wherever the focus is in it.
    <div className={styles.rows} onKeyDown={onHitKey}>
      {!bare && <RowsToolbar tab={tab} api={api} columns={columns} rows={rows} {...actions} />}
      {!bare && <QueryChips tab={tab} dataset={details.dataset} />}
      <Flex flex={1} mih={0}>
        <GridBody {...props} {...inGrid} />
        {detailsOpen && !bare && (
          <RowDetails
            shown={rows === 0 ? null : (shown ?? first)}
            columns={columns}
            onMove={go}
            onClose={() => closeDetails(api)}
          />
        )}
      </Flex>
    </div>
  );
}

function closeDetails(api: GridApi<Row> | null): void {
  useSettings.setState({ details: false });
  const focused = api?.getFocusedCell() ?? null;
  if (focused !== null) api?.setFocusedCell(focused.rowIndex, focused.column);
}

function NoData({ reference }: { reference: DatasetReference }) {
  return (
    <EmptyState title={t('rows.noDataTitle')} text={t('rows.noDataText')}>
      <div className={statesStyles.actions}>
        {can('files') && <Button onClick={() => askToPublish([], reference)}>{t('namespacePage.addData')}</Button>}
        <PlainButton text={t('help.readHow')} onClick={() => openHelp('publish')} />
      </div>
    </EmptyState>
  );
}

interface PressedIn {
  readonly tab: DatasetTab;
  readonly api: GridApi<Row> | null;
  readonly rows: number;
  readonly selection: CellSelectionOfGrid;
  readonly go: (row: number) => void;
  readonly onCopy: (format: TableFormat, headings: boolean) => void;
}

/** Handles the keys of the grid whose own handling is insufficient: it scrolls without moving the focus, or does nothing. */
function pressInGrid(event: KeyboardEvent, { tab, api, rows, selection, go, onCopy }: PressedIn): void {
  selection.extending = event.shiftKey;
  selection.keeping = false;
  if (api === null) return;
  if (event.target instanceof HTMLInputElement) {
    if (event.key !== 'ArrowDown' || event.target.dataset.field !== 'filter-row') return;
    // The grid would stay in the row of filters; the field applies its text when it loses the focus.
    enterGrid(
      api,
      stateOf(tab.id).position.firstRow,
      event.target.closest('[col-id]')?.getAttribute('col-id') ?? undefined,
    );
  } else if (isPressed(event, 'firstRow')) go(0);
  else if (isPressed(event, 'lastRow')) go(rows - 1);
  else if (isPressed(event, 'copyCells')) onCopy('TSV', false);
  else if (isPressed(event, 'selectAll')) selection.selectAll(api);
  else if (isPressed(event, 'undoView')) undo(tab.id);
  else if (isPressed(event, 'redoView')) redo(tab.id);
  else if (isPressed(event, 'toggleDetails') && api.getFocusedCell() !== null)
    useSettings.setState(({ details }) => ({ details: !details }));
  else return;
  event.preventDefault();
  event.stopPropagation();
}
