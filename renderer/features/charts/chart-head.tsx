import { Menu } from '@mantine/core';
import { IconChartBar, IconDots, IconTable } from '@tabler/icons-react';
import { t } from 'i18next';
import { type Chart, newChartId } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { SavedChart } from '#shared/rpc/calls/queries.ts';
import { can, copyText } from '../../backend/shell.ts';
import { openDialog } from '../../state/dialogs.ts';
import { copyLinkToView } from '../../state/share-view.ts';
import { changeCharts, type DatasetTab } from '../../state/tab.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import styles from './charts.module.css';
import { type ChartFile, copyChart, copyChartTable, printChart, saveChart } from './files/chart-files.ts';

interface ChartHeadProps {
  readonly tab: DatasetTab;
  readonly chart: Chart;
  /** The tab's query, with its version. */
  readonly rows: RowQuery;
  readonly title: string;
  /** Null while there is nothing to export. */
  readonly file: (() => ChartFile) | null;
  readonly addresses?: readonly string[];
  /** The chart as drawn, to be saved and shared. */
  readonly drawn?: SavedChart;
  readonly asTable?: boolean;
  readonly onTable?: () => void;
}

/** The title of a chart, and its actions. */
export function ChartHead({
  tab,
  chart,
  rows,
  title,
  file,
  addresses = [],
  drawn,
  asTable = false,
  onTable,
}: ChartHeadProps) {
  // A chart that is only proposed is none of the tab.
  const isShown = tab.charts.some(({ id }) => id === chart.id);
  const save = (kind: Parameters<typeof saveChart>[1]) => () => file !== null && saveChart(file(), kind);
  return (
    <header className={styles.head}>
      <h3 className={styles.title} data-tooltip={title}>
        {title}
      </h3>
      {onTable !== undefined && (
        <IconButton
          label={t(asTable ? 'charts.asChart' : 'charts.asTable')}
          onClick={onTable}
          icon={asTable ? IconChartBar : IconTable}
        />
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label={t('charts.actions', { chart: title })} icon={IconDots} />
        </Menu.Target>
        <Menu.Dropdown>
          {file !== null && (
            <>
              <Menu.Item onClick={save('svg')}>{t('charts.saveSvg')}</Menu.Item>
              <Menu.Item onClick={save('png')}>{t('charts.savePng')}</Menu.Item>
              {can('pdf') && <Menu.Item onClick={save('pdf')}>{t('charts.savePdf')}</Menu.Item>}
              <Menu.Item onClick={() => printChart(file())}>{t('charts.print')}</Menu.Item>
              <Menu.Divider />
              <Menu.Item onClick={save('xlsx')}>{t('charts.saveXlsx')}</Menu.Item>
              <Menu.Item onClick={save('csv')}>{t('charts.saveCsv')}</Menu.Item>
              <Menu.Item onClick={save('data')}>{t('charts.saveData')}</Menu.Item>
              <Menu.Divider />
              <Menu.Item onClick={() => copyChart(file())}>{t('charts.copyImage')}</Menu.Item>
              <Menu.Item onClick={() => copyChartTable(file())}>{t('charts.copyTable')}</Menu.Item>
              {addresses.length > 0 && (
                <Menu.Item onClick={() => void copyText(addresses.join('\n'))}>{t('charts.copyAddress')}</Menu.Item>
              )}
              <Menu.Divider />
            </>
          )}
          {drawn !== undefined && (
            <>
              {!can('embedded') && (
                <Menu.Item onClick={() => openDialog({ kind: 'save', tab: tab.id, drawn: { ...drawn, title } })}>
                  {t('charts.saveQuery')}
                </Menu.Item>
              )}
              <Menu.Item onClick={() => void copyLinkToView(t, tab.reference, { view: rows, chart: drawn.chart })}>
                {t('charts.copyLink')}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          {!can('embedded') && (
            <Menu.Item
              onClick={() =>
                changeCharts(tab.id, (charts) => {
                  const all = isShown ? charts : [...charts, chart];
                  return all.flatMap((one) => (one.id === chart.id ? [one, { ...one, id: newChartId(all) }] : [one]));
                })
              }
            >
              {t('charts.duplicate')}
            </Menu.Item>
          )}
          {isShown && !can('embedded') && (
            <Menu.Item
              color="red"
              onClick={() => changeCharts(tab.id, (charts) => charts.filter(({ id }) => id !== chart.id))}
            >
              {t('charts.remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </header>
  );
}
