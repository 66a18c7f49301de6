import type { GridApi } from 'ag-grid-community';
import { type KeyboardEvent, useRef } from 'react';
import type { Row } from '#shared/cell.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { knownCount } from '../../lib/format/known-count.ts';
import { newestVersion } from '../../lib/versions/version-metadata.ts';
import { signInTo } from '../../state/dialogs.ts';
import { useSettings } from '../../state/settings.ts';
import type { DatasetTab } from '../../state/tab.ts';
import type { TableFormat } from './cells/cells-text.ts';
import type { ShownRow } from './cells/row-details.tsx';
import type { CellSelectionOfGrid, useCellSelection } from './cells/use-cell-selection.ts';
import { HeadHistograms } from './columns/head-histograms.tsx';
import { FailedRows } from './failed-rows.tsx';
import { RowsGrid } from './grid/rows-grid.tsx';
import { GridMenu } from './grid-menu.tsx';
import { NewerNote, NoRows, PreparingNote, ReachedNote } from './row-notes.tsx';
import styles from './rows.module.css';
import type { SourceState } from './use-row-source.ts';

interface GridBodyProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  readonly unsure: boolean;
  readonly bare?: boolean;
  readonly api: GridApi<Row> | null;
  readonly state: SourceState;
  /** Number of rows. */
  readonly rows: number;
  /** Whether it is certain that there are none. */
  readonly isEmpty: boolean;
  readonly selection: CellSelectionOfGrid;
  readonly events: ReturnType<typeof useCellSelection>['events'];
  readonly onChart: (column: DataColumn) => void;
  readonly onCopy: (format: TableFormat, headings: boolean) => void;
  readonly onGridKey: (event: KeyboardEvent) => void;
  readonly onReady: (api: GridApi<Row>) => void;
  readonly onShownRow: (shown: ShownRow | null) => void;
}

/** The grid with its menu, and the notes over it. */
export function GridBody(props: GridBodyProps) {
  const { tab, details, unsure, bare = false, api, state, rows, isEmpty, selection, onChart, onCopy } = props;
  const { source, columns, failed } = state;
  const frame = useRef<HTMLDivElement>(null);
  const histograms = useSettings((settings) => settings.histograms);
  /** The most rows so far: room for their numbers stays when a filter leaves fewer, or all columns would move. */
  const mostRows = useRef(0);
  const allRows = knownCount({ ...tab.query, filters: [], search: '' }, details) ?? 0;
  mostRows.current = Math.max(mostRows.current, rows, allRows);
  const newest = newestVersion(details.dataset);
  return (
    <div
      className={styles.body}
      ref={frame}
      data-failed={failed.length > 0 || undefined}
      onKeyDownCapture={props.onGridKey}
      onMouseDownCapture={(event) => selection.press(event)}
    >
      <GridMenu tab={tab} api={api} columns={columns} onCopy={onCopy} onChart={onChart}>
        <RowsGrid
          tab={tab}
          api={api}
          state={state}
          rows={mostRows.current}
          selection={selection}
          selectionEvents={props.events}
          onReady={props.onReady}
          onShownRow={props.onShownRow}
        />
      </GridMenu>
      {histograms && <HeadHistograms tab={tab} newest={newest} />}
      {api !== null && (
        <FailedRows
          api={api}
          frame={frame}
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
  );
}
