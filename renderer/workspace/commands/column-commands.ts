import type { TFunction } from 'i18next';
import { datasetQuery, records } from '../../backend/records.ts';
import { type Command, commandsOf } from '../../commands/commands.ts';
import { chartOf } from '../../features/charts/model/new-chart.ts';
import { type DataColumn, describedColumns } from '../../lib/data-column.ts';
import { type DatasetTab, requestCell, setLayout, showChart, showView, useTabs } from '../../state/tab.ts';

function withFrozen({ layout }: DatasetTab, columns: readonly DataColumn[], name: string, frozen: boolean) {
  const now = layout ?? columns.map((column) => ({ name: column.name, hidden: false, frozen: false, width: 0 }));
  return now.map((entry) => (entry.name === name ? { ...entry, frozen, hidden: entry.hidden && !frozen } : entry));
}

const ofRows = commandsOf('rows');

/** What can be done with the columns of a tab: go to one, draw it, or freeze it. */
function columnCommands(t: TFunction, tab: DatasetTab, columns: readonly DataColumn[]): Command[] {
  return columns.flatMap((column): Command[] => {
    const { name } = column;
    const given = { column: column.label || name };
    const isFrozen = tab.layout?.find((entry) => entry.name === name)?.frozen === true;
    const more = { keywords: [name] };
    const show = () => {
      showView(tab.id, 'rows');
      requestCell(tab.id, { column: name });
    };
    const freeze = () => setLayout(tab.id, withFrozen(tab, columns, name, !isFrozen));
    return [
      ofRows(`column ${name}`, t('palette.columnShow', given), show, more),
      ofRows(`chart ${name}`, t('palette.columnChart', given), () => showChart(tab.id, chartOf(column, '')), more),
      ofRows(`freeze ${name}`, t(isFrozen ? 'palette.columnUnfreeze' : 'palette.columnFreeze', given), freeze, more),
    ];
  });
}

/** The commands for the columns of the active tab; none until its record is known. */
export function frontColumnCommands(t: TFunction): readonly Command[] {
  const { tabs, activeTab } = useTabs.getState();
  const tab = tabs.find(({ id }) => id === activeTab);
  const details = tab === undefined ? undefined : records.getQueryData(datasetQuery(tab.reference).queryKey);
  if (tab === undefined || details === undefined) return [];
  return columnCommands(t, tab, describedColumns(details.dataset, tab.query.version));
}
