import {
  CellApiModule,
  CellStyleModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  type GridApi,
  InfiniteRowModelModule,
  RenderApiModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
} from 'ag-grid-community';
import { AgGridProvider, AgGridReact } from 'ag-grid-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { cspNonce } from '../../lib/csp-nonce.ts';
import { steadyWheel } from '../../lib/stretched-wheel.ts';
import { useLocale } from '../../settings.ts';
import { columnDefinitions, type Fractions, numberColumnDefinition } from './column-definitions.ts';
import { gridTheme, headerHeight, rowHeight } from './grid-theme.ts';
import type { RowSource } from './row-source.ts';

const modules = [
  InfiniteRowModelModule,
  CellApiModule,
  CellStyleModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  RenderApiModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
];

/** Rows that are read at once. */
const blockSize = 200;

const rowClassRules = { 'rows-loading': ({ data }: { data: Row | undefined }) => data === undefined };
const defaultColumn = {
  sortable: false,
  resizable: true,
  suppressHeaderMenuButton: true,
  cellDataType: false,
} as const;

interface RowsGridProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly source: RowSource;
  readonly fractions: Fractions;
  /** Rows in all as far as is known, for the width of their numbers. */
  readonly rows: number;
  /** The row to begin at, counted from 0. */
  readonly firstRow: number;
  readonly onReady: (api: GridApi<Row>) => void;
  readonly onFirstRow: (row: number) => void;
}

/** The grid itself. Of its rows only the blocks around the view exist; of its columns only those in view. */
export function RowsGrid({ label, columns, source, fractions, rows, firstRow, onReady, onFirstRow }: RowsGridProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const frame = useRef<HTMLDivElement>(null);
  const [api, setApi] = useState<GridApi<Row> | null>(null);
  const definitions = useMemo(
    () => [
      numberColumnDefinition(t('rows.number'), locale, rows),
      ...columnDefinitions(columns, locale, false, fractions),
    ],
    [columns, locale, rows, fractions, t],
  );
  useEffect(() => {
    const viewport = frame.current?.querySelector<HTMLElement>('.ag-grid-viewport');
    if (api === null || viewport === undefined || viewport === null) return;
    return steadyWheel(viewport, () => ({ rows: api.getDisplayedRowCount(), rowHeight }));
  }, [api]);
  useEffect(() => {
    if (api !== null) frame.current?.querySelector('[role="grid"]')?.setAttribute('aria-label', label);
  }, [api, label]);
  return (
    <div className="rows-grid" ref={frame}>
      <AgGridProvider modules={modules}>
        <AgGridReact<Row>
          theme={gridTheme}
          styleNonce={cspNonce}
          rowModelType="infinite"
          datasource={source}
          cacheBlockSize={blockSize}
          maxBlocksInCache={20}
          maxConcurrentDatasourceRequests={-1}
          columnDefs={definitions}
          defaultColDef={defaultColumn}
          rowHeight={rowHeight}
          headerHeight={headerHeight}
          rowClassRules={rowClassRules}
          suppressNoRowsOverlay
          suppressDragLeaveHidesColumns
          enableCellTextSelection={false}
          onGridReady={(event) => {
            setApi(event.api);
            onReady(event.api);
          }}
          onFirstDataRendered={(event) => {
            if (firstRow > 0) event.api.ensureIndexVisible(firstRow, 'top');
          }}
          onViewportChanged={() => source.viewChanged()}
          onBodyScrollEnd={(event) => onFirstRow(event.api.getFirstDisplayedRowIndex())}
        />
      </AgGridProvider>
    </div>
  );
}
