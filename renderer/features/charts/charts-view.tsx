import './charts.css';
import { Button } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { newChartId } from '#shared/chart.ts';
import type { Filter } from '#shared/row-query.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useGroupScope } from '../../api/service/use-group-scope.ts';
import { type DataColumn, describedColumns } from '../../lib/data-column.ts';
import { narrowedQuery } from '../../lib/query/narrowed-query.ts';
import { openView } from '../../session/open-view.ts';
import type { DatasetTab } from '../../session/session.ts';
import { showRows } from '../../session/show-rows.ts';
import { ColumnList, draggedColumn } from '../../ui/groups/column-list.tsx';
import { GroupView } from '../../ui/groups/group-view.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { ChartCard } from './chart-card.tsx';
import { chartSteps, chooseChart, setBrush, useCharts } from './charts-store.ts';
import { ChartForm } from './form/chart-form.tsx';
import { chartOf, suggestedColumns } from './model/new-chart.ts';

interface ChartsViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** The tab's conditions, as removable chips. */
  readonly chips: ReactNode;
}

/** The charts over the rows of a tab: built from columns, brushed together, each leading to its rows. */
export function ChartsView({ tab, details, chips }: ChartsViewProps) {
  const { t } = useTranslation();
  const columns = describedColumns(details.dataset, tab.query.version);
  const { scope, rows, readMore } = useGroupScope(tab, details);
  const chosenId = useCharts((state) => state.chosen[tab.id]);
  const chosen = tab.charts.find(({ id }) => id === chosenId) ?? tab.charts.at(-1);
  const addChart = (column: DataColumn) => {
    const id = newChartId(tab.charts);
    chartSteps.change(tab.id, (charts) => [...charts, chartOf(column, id)]);
    chooseChart(tab.id, id);
  };
  if (columns.length === 0) return <EmptyState title={t('columns.emptyTitle')} text={t('columns.emptyText')} />;
  return (
    <GroupView
      tab={tab.id}
      steps={chartSteps}
      label={t('charts.title')}
      chips={chips}
      side={
        <>
          <ColumnList
            columns={columns}
            actionOf={(column) => t('charts.addFor', { column })}
            hint={t('charts.columnsHint')}
            onChoose={addChart}
          />
          {chosen !== undefined && (
            <ChartForm
              key={chosen.id}
              tab={tab.id}
              chart={chosen}
              columns={columns}
              details={details}
              version={rows.version ?? scope.newest}
            />
          )}
        </>
      }
    >
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
            onReadMore={readMore}
          />
        ))}
      </div>
    </GroupView>
  );
}

/** The selection in a chart, and the way to its rows. */
function Selection({ tab }: { tab: DatasetTab }) {
  const { t } = useTranslation();
  const brush = useCharts((state) => (state.brush?.tab === tab.id ? state.brush : null));
  if (brush === null) return null;
  const { filters } = brush;
  const compared = tab.charts.find(({ id }) => id === brush.chart)?.compare?.version;
  const showInOther = (version: string, narrowed: readonly Filter[]) =>
    openView({
      reference: tab.reference,
      view: { ...tab.query, ...narrowedQuery(tab.query, narrowed), version },
      saved: null,
    }).catch(reportFailure);
  return (
    <section className="chips" aria-live="polite">
      <span>{t('charts.selection', { range: brush.text })}</span>
      {filters !== null && (
        <Button size="compact-xs" variant="default" onClick={() => showRows(tab, filters)}>
          {t('charts.selectionRows')}
        </Button>
      )}
      {filters !== null && compared !== undefined && (
        <Button size="compact-xs" variant="default" onClick={() => void showInOther(compared, filters)}>
          {t('chartComparison.otherRows')}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setBrush(null)}>
        {t('charts.clearSelection')}
      </Button>
    </section>
  );
}

/** Suggested charts, shown until there is one. */
function Start({ columns, onChart }: { columns: readonly DataColumn[]; onChart: (column: DataColumn) => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconChartBar size={28} stroke={1.5} aria-hidden />}
      title={t('charts.emptyTitle')}
      text={t('charts.emptyText')}
    >
      <div className="group-suggestions">
        {suggestedColumns(columns).map((column) => (
          <Button key={column.name} variant="default" size="compact-sm" onClick={() => onChart(column)}>
            {t('charts.addFor', { column: column.label || column.name })}
          </Button>
        ))}
      </div>
    </EmptyState>
  );
}
