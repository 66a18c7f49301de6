import { Menu } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { t } from 'i18next';
import type { ComponentProps } from 'react';
import { type Chart, newChartId } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { SavedChart } from '#shared/rpc/calls/queries.ts';
import { can, copyText } from '../../backend/shell.ts';
import { openDialog } from '../../state/dialogs.ts';
import { copyCode, copyLinkToView } from '../../state/share-view.ts';
import { changeCharts, type DatasetTab } from '../../state/tab.ts';
import { CodeSubmenu } from '../../ui/actions/code-items.tsx';
import { IconButton, IconMenu, MenuItem } from '../../ui/actions/icon-button.tsx';
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
  /** What it shows as SQL and as code; missing where it shows no dataset of a service. */
  readonly code?: Omit<ComponentProps<typeof CodeSubmenu>, 'onCopy'> | undefined;
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
  code,
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
      <IconMenu label={t('charts.actions', { chart: title })}>
        {file !== null && (
          <>
            <MenuItem text={t('charts.saveSvg')} onClick={save('svg')} />
            <MenuItem text={t('charts.savePng')} onClick={save('png')} />
            {can('pdf') && <MenuItem text={t('charts.savePdf')} onClick={save('pdf')} />}
            <MenuItem text={t('charts.print')} onClick={() => printChart(file())} />
            <Menu.Divider />
            <MenuItem text={t('charts.saveXlsx')} onClick={save('xlsx')} />
            <MenuItem text={t('charts.saveCsv')} onClick={save('csv')} />
            <MenuItem text={t('charts.saveData')} onClick={save('data')} />
            <Menu.Divider />
            <MenuItem text={t('charts.copyImage')} onClick={() => copyChart(file())} />
            <MenuItem text={t('charts.copyTable')} onClick={() => copyChartTable(file())} />
            {addresses.length > 0 && (
              <MenuItem text={t('charts.copyAddress')} onClick={() => void copyText(addresses.join('\n'))} />
            )}
            {code !== undefined && <CodeSubmenu {...code} onCopy={copyCode} />}
            <Menu.Divider />
          </>
        )}
        {drawn !== undefined && (
          <>
            {!can('embedded') && (
              <MenuItem
                text={t('charts.saveQuery')}
                onClick={() => openDialog({ kind: 'save', tab: tab.id, drawn: { ...drawn, title } })}
              />
            )}
            <MenuItem
              text={t('charts.copyLink')}
              onClick={() => void copyLinkToView(t, tab.reference, { view: rows, chart: drawn.chart })}
            />
            <Menu.Divider />
          </>
        )}
        {!can('embedded') && (
          <MenuItem
            text={t('charts.duplicate')}
            onClick={() =>
              changeCharts(tab.id, (charts) => {
                const all = isShown ? charts : [...charts, chart];
                return all.flatMap((one) => (one.id === chart.id ? [one, { ...one, id: newChartId(all) }] : [one]));
              })
            }
          />
        )}
        {isShown && !can('embedded') && (
          <MenuItem
            text={t('charts.remove')}
            color="red"
            onClick={() => changeCharts(tab.id, (charts) => charts.filter(({ id }) => id !== chart.id))}
          />
        )}
      </IconMenu>
    </header>
  );
}
