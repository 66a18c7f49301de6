import { Checkbox } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { t } from 'i18next';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type Chart, newChartId } from '#shared/chart.ts';
import type { Filter } from '#shared/row-query.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { useDescribedColumns } from '../../backend/codes.ts';
import { reportFailure } from '../../backend/failure.ts';
import { type GroupScope, useGroupScope } from '../../backend/statistics.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { kindOf } from '../../lib/groups/dimension.ts';
import { openRowsOfVersion, showDifferingRows } from '../../state/open-view.ts';
import { showRows } from '../../state/query-edits.ts';
import { useSelectedTab } from '../../state/row-count.ts';
import {
  type Beside,
  changeCharts,
  chooseChart,
  type DatasetTab,
  selectInChart,
  stateOf,
  toggleBeside,
  useSteps,
  useTabState,
} from '../../state/tab.ts';
import { SmallButton } from '../../ui/actions/icon-button.tsx';
import { ColumnList, draggedColumn, GroupView } from '../../ui/groups/group-view.tsx';
import chipsStyles from '../../ui/layout/chips.module.css';
import { EmptyState } from '../../ui/states/states.tsx';
import { ChartCard } from './chart-card.tsx';
import chartsStyles from './charts.module.css';
import styles from './charts-view.module.css';
import { ChartForm } from './form/chart-form.tsx';
import { chartOf } from './model/new-chart.ts';
import { proposedCharts, proposedFor } from './model/proposals.ts';
import { ProposalStrip, useProposalBasis } from './small-charts.tsx';

interface ChartsViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** The tab's conditions, as removable chips. */
  readonly chips: ReactNode;
  /** The rows or the map of a tab, to stand beside its charts. */
  readonly beside: (what: Beside, tab: DatasetTab) => ReactNode;
}

/** The charts over the rows of a tab: made of columns, brushed together, each a way to its rows. */
export function ChartsView({ tab, details, chips, beside }: ChartsViewProps) {
  const columns = useDescribedColumns(tab.reference, details.dataset, tab.query.version);
  const { scope, rows, readMore } = useGroupScope(tab, details);
  const chosenId = useTabState(tab.id, (state) => state.chosenChart);
  // The chart of a column depends on what its table is, which may still be being read.
  const [awaited, setAwaited] = useState<DataColumn | null>(null);
  const proposals = useProposals(tab, details, columns, scope, tab.charts.length < 2 || awaited !== null);
  const [best] = proposals?.charts ?? [];
  const shown = tab.charts.length > 0 || best === undefined ? tab.charts : [best];
  const chosen = shown.find(({ id }) => id === chosenId) ?? shown.at(-1);
  // The first settings come after the chart itself, whose groups are read meanwhile.
  const hasSettings = useDeferredValue(chosen !== undefined);
  const addChart = (column: DataColumn) => {
    if (proposals === null) return setAwaited(column);
    const id = newChartId(tab.charts);
    const proposed = proposedFor(column.name, proposals.basis.table, proposals.basis.keys);
    changeCharts(tab.id, (charts) => [...charts, proposed === null ? chartOf(column, id) : { ...proposed, id }]);
    chooseChart(tab.id, id);
  };
  useEffect(() => {
    if (awaited === null || proposals === null) return;
    setAwaited(null);
    addChart(awaited);
  });
  const chooseProposal = (chart: Chart) => {
    // Looking through the proposals replaces one by the other.
    const isLooking = tab.charts.every((one) => proposals?.charts.some((other) => isSameChart(one, other)));
    changeCharts(tab.id, (charts) => (isLooking ? [chart] : [...charts.filter(({ id }) => id !== chart.id), chart]));
    chooseChart(tab.id, chart.id);
  };
  const shownBeside = useTabState(tab.id, (state) => state.beside);
  const selected = useSelectedTab(tab);
  const steps = useSteps(tab.id);
  if (columns.length === 0) return <EmptyState title={t('columns.emptyTitle')} text={t('columns.emptyText')} />;
  return (
    <GroupView
      steps={steps}
      label={t('charts.title')}
      chips={chips}
      side={
        <>
          <BesideChoice
            tab={tab.id}
            shown={shownBeside}
            hasPlaces={columns.some((one) => kindOf(one) === 'geometry')}
          />
          <ColumnList
            columns={columns}
            actionOf={(column) => t('charts.addFor', { column })}
            hint={t('charts.columnsHint')}
            onChoose={addChart}
          />
          {hasSettings && chosen !== undefined && (
            <ChartForm
              key={chosen.id}
              tab={tab.id}
              chart={chosen}
              columns={columns}
              details={details}
              reference={tab.reference}
              version={rows.version ?? scope.newest}
            />
          )}
        </>
      }
    >
      <Selection tab={tab} version={rows.version ?? scope.newest} />
      <div className={styles.beside} data-beside={shownBeside.length > 0 || undefined}>
        <div className={styles.main}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the list of columns does the same from the keyboard. */}
          <div
            className={styles.list}
            data-count={Math.min(shown.length, 3)}
            onDragOver={(event) => event.dataTransfer.types.includes(draggedColumn) && event.preventDefault()}
            onDrop={(event) => {
              const column = columns.find(({ name }) => name === event.dataTransfer.getData(draggedColumn));
              if (column !== undefined) addChart(column);
            }}
          >
            {shown.length === 0 && <Start isReading={proposals === null} />}
            {shown.map((chart) => (
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
          {proposals !== null && shown.length < 2 && proposals.charts.length > 1 && (
            <ProposalStrip
              charts={proposals.charts}
              shown={shown[0]?.id ?? null}
              columns={columns}
              scope={scope}
              rows={rows}
              onChoose={chooseProposal}
            />
          )}
        </div>
        {shownBeside.length > 0 && (
          <div className={styles.others}>
            {shownBeside.map((what) => (
              <section key={what} className={styles.other} aria-label={t(besideTexts[what].name)}>
                {beside(what, selected)}
              </section>
            ))}
          </div>
        )}
      </div>
    </GroupView>
  );
}

const besideTexts = {
  rows: { name: 'charts.besideRows', show: 'charts.showRowsBeside' },
  map: { name: 'charts.besideMap', show: 'charts.showMapBeside' },
} as const satisfies Record<Beside, object>;

interface BesideChoiceProps {
  readonly tab: string;
  readonly shown: readonly Beside[];
  readonly hasPlaces: boolean;
}

/** What stands beside the charts and follows what is selected in them. */
function BesideChoice({ tab, shown, hasPlaces }: BesideChoiceProps) {
  const offered = hasPlaces ? (['rows', 'map'] as const) : (['rows'] as const);
  return (
    <div className={styles.besideChoice}>
      {offered.map((what) => (
        <Checkbox
          key={what}
          label={t(besideTexts[what].show)}
          checked={shown.includes(what)}
          onChange={() => toggleBeside(tab, what)}
        />
      ))}
    </div>
  );
}

/** What is selected in a chart, and the way to its rows. */
function Selection({ tab, version }: { tab: DatasetTab; version: string }) {
  const chart = useTabState(tab.id, ({ brush }) => brush?.chart ?? null);
  const hasFilters = useTabState(tab.id, ({ brush }) => brush !== null && brush.filters !== null);
  if (chart === null) return null;
  const other = tab.charts.find(({ id }) => id === chart)?.compare?.version;
  // Read when they are needed: the selection changes with every move of the pointer.
  const withFilters = (act: (filters: readonly Filter[]) => void) => () => {
    const filters = stateOf(tab.id).brush?.filters ?? null;
    if (filters !== null) act(filters);
  };
  const showInOther = (slug: string) =>
    withFilters((filters) => void openRowsOfVersion(tab, filters, slug).catch(reportFailure));
  return (
    <section className={chipsStyles.chips} aria-live="polite" aria-label={t('charts.selection')}>
      <SelectionText tab={tab.id} />
      {hasFilters && (
        <SmallButton text={t('charts.selectionRows')} onClick={withFilters((filters) => showRows(tab.id, filters))} />
      )}
      {hasFilters && other !== undefined && (
        <>
          <SmallButton
            text={t('chartComparison.differingRows')}
            onClick={withFilters((filters) => showDifferingRows(tab, { shown: version, other }, filters))}
          />
          <SmallButton text={t('chartComparison.otherRows')} onClick={showInOther(other)} />
        </>
      )}
      <SmallButton
        text={t('charts.clearSelection')}
        variant="subtle"
        color="gray"
        onClick={() => selectInChart(tab.id, null)}
      />
    </section>
  );
}

/** What is selected in a chart, in words. */
function SelectionText({ tab }: { tab: string }) {
  return <span>{useTabState(tab, ({ brush }) => brush?.text ?? '')}</span>;
}

/** Shown while nothing is charted, and nothing can be proposed. */
function Start({ isReading }: { isReading: boolean }) {
  if (isReading) {
    return (
      <div className={chartsStyles.waiting} role="status" aria-label={t('charts.loading')}>
        <span>{t('charts.loading')}</span>
      </div>
    );
  }
  return (
    <EmptyState
      icon={<IconChartBar size={28} stroke={1.5} aria-hidden />}
      title={t('charts.emptyTitle')}
      text={t('charts.emptyText')}
    />
  );
}

/**
 * The charts that are proposed for a first look, and what they follow from; null while it is being read.
 * @param enabled whether they are needed: further charts are not beside proposals
 */
function useProposals(
  tab: DatasetTab,
  details: DatasetDetails,
  columns: readonly DataColumn[],
  scope: GroupScope,
  enabled: boolean,
) {
  const basis = useProposalBasis(details, columns, scope, tab.query.version, enabled && columns.length > 0);
  return useMemo(
    () =>
      basis === null ? null : { basis, charts: proposedCharts(basis.table, basis.keys).map(({ chart }) => chart) },
    [basis],
  );
}

function isSameChart(one: Chart, other: Chart): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
