import './charts.css';
import { Button } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newChartId } from '#shared/chart.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import type { GroupScope } from '../../api/service/statistics.ts';
import { type DataColumn, describedColumns } from '../../lib/data-column.ts';
import type { DatasetTab } from '../../session/session.ts';
import { showRows } from '../../session/show-rows.ts';
import { ColumnList, draggedColumn } from '../../ui/groups/column-list.tsx';
import { UndoBar, undoKeys } from '../../ui/groups/undo-bar.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { ChartCard } from './chart-card.tsx';
import { ChartForm } from './chart-form.tsx';
import { chartSteps, chooseChart, setBrush, useCharts } from './charts-store.ts';
import { chartOf, suggestedColumns } from './model/new-chart.ts';

/** Rows that are read at first where neither the service nor a copy groups them. */
const firstRows = 100_000;
const factor = 5;

interface ChartsViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** What is asked of the rows, as chips to take away. */
  readonly chips: ReactNode;
}

/** The charts over the rows of a tab: made of columns, brushed together, each a way to its rows. */
export function ChartsView({ tab, details, chips }: ChartsViewProps) {
  const { t } = useTranslation();
  const columns = describedColumns(details.dataset, tab.query.version);
  const newest = details.dataset.versions.find((version) => version.ready)?.slug ?? '';
  const [maxRows, setMaxRows] = useState(firstRows);
  const scope = useMemo(
    (): GroupScope => ({ reference: tab.reference, newest, maxRows }),
    [tab.reference, newest, maxRows],
  );
  const rows = useMemo(() => ({ ...tab.query, ordering: [], fields: null }), [tab.query]);
  const chosenId = useCharts((state) => state.chosen[tab.id]);
  const chosen = tab.charts.find(({ id }) => id === chosenId) ?? tab.charts.at(-1);
  const addChart = (column: DataColumn) => {
    const id = newChartId(tab.charts);
    chartSteps.change(tab.id, (charts) => [...charts, chartOf(column, id)]);
    chooseChart(tab.id, id);
  };
  if (columns.length === 0) return <EmptyState title={t('columns.emptyTitle')} text={t('columns.emptyText')} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys for undoing work wherever the focus is in it.
    <div className="charts" onKeyDown={undoKeys(chartSteps, tab.id)}>
      <aside className="charts-side">
        <UndoBar tab={tab.id} steps={chartSteps} label={t('charts.title')} />
        <ColumnList
          columns={columns}
          actionOf={(column) => t('charts.addFor', { column })}
          hint={t('charts.columnsHint')}
          onChoose={addChart}
        />
        {chosen !== undefined && <ChartForm key={chosen.id} tab={tab.id} chart={chosen} columns={columns} />}
      </aside>
      <div className="charts-main">
        {chips}
        <Selection tab={tab} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the list of columns does the same from the keyboard. */}
        <div
          className="charts-list"
          data-count={Math.min(tab.charts.length, 3)}
          onDragOver={(event) => event.dataTransfer.types.includes(draggedColumn) && event.preventDefault()}
          onDrop={(event) => {
            const column = columns.find(({ name }) => name === event.dataTransfer.getData(draggedColumn));
            if (column !== undefined) addChart(column);
          }}
        >
          {tab.charts.length === 0 && <Start columns={columns} onChart={addChart} />}
          {tab.charts.map((chart) => (
            <ChartCard
              key={chart.id}
              tab={tab}
              details={details}
              columns={columns}
              chart={chart}
              scope={scope}
              rows={rows}
              isChosen={chart.id === chosen?.id}
              onReadMore={() => setMaxRows((most) => most * factor)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** What is selected in a chart, and the way to its rows. */
function Selection({ tab }: { tab: DatasetTab }) {
  const { t } = useTranslation();
  const brush = useCharts((state) => (state.brush?.tab === tab.id ? state.brush : null));
  if (brush === null) return null;
  const { filters } = brush;
  return (
    <section className="chips" aria-live="polite">
      <span>{t('charts.selection', { range: brush.text })}</span>
      {filters !== null && (
        <Button size="compact-xs" variant="default" onClick={() => showRows(tab, filters)}>
          {t('charts.selectionRows')}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setBrush(null)}>
        {t('charts.clearSelection')}
      </Button>
    </section>
  );
}

/** Before there is a chart: a few that are worth a look. */
function Start({ columns, onChart }: { columns: readonly DataColumn[]; onChart: (column: DataColumn) => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconChartBar size={28} stroke={1.5} aria-hidden />}
      title={t('charts.emptyTitle')}
      text={t('charts.emptyText')}
    >
      <div className="charts-suggestions">
        {suggestedColumns(columns).map((column) => (
          <Button key={column.name} variant="default" size="compact-sm" onClick={() => onChart(column)}>
            {t('charts.addFor', { column: column.label || column.name })}
          </Button>
        ))}
      </div>
    </EmptyState>
  );
}
