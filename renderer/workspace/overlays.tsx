import { type TFunction, t } from 'i18next';
import { useEffect } from 'react';
import { datasetQuery, records } from '../backend/records.ts';
import { can } from '../backend/shell.ts';
import { type Command, commandsOf } from '../commands/commands.ts';
import { chartOf } from '../features/charts/model/new-chart.ts';
import { ConnectionDialogs } from '../features/connections/connection-dialogs.tsx';
import { EditDialogs } from '../features/editing/edit-dialogs.tsx';
import { Removals } from '../features/editing/removals.tsx';
import { ExportDialog } from '../features/export/export-dialog.tsx';
import { FollowDialog } from '../features/follow/follow-dialog.tsx';
import { HelpDialog } from '../features/help/help-dialog.tsx';
import { JobEndings, JobsPanel } from '../features/jobs/jobs-panel.tsx';
import { LicencesSheet } from '../features/licences/licences-sheet.tsx';
import { Notices } from '../features/notices/notices.tsx';
import { Palette } from '../features/palette/palette.tsx';
import { ShortcutsSheet } from '../features/palette/shortcuts-sheet.tsx';
import { PublishDialog } from '../features/publish/publish-dialog.tsx';
import { QueryDialogs } from '../features/queries/query-dialogs.tsx';
import { RecipeDialogs } from '../features/recipes/recipe-dialogs.tsx';
import { SettingsDialog } from '../features/settings/settings-dialog.tsx';
import { Tour } from '../features/tour/tour.tsx';
import { type DataColumn, describedColumns } from '../lib/data-column.ts';
import { type DatasetTab, requestCell, setLayout, showChart, showView, useTabs } from '../state/tab.ts';
import { removeLeftViewedFiles, useViewedFiles } from '../state/viewed-files.ts';

/** Everything above the panes: dialogs, the palette, jobs, notices. None of it is needed when a window opens. */
export function Overlays({ commands }: { commands: readonly Command[] }) {
  return (
    <>
      <HelpDialog />
      <Notices />
      <ConnectionDialogs />
      {can('follow') && <FollowDialog />}
      <QueryDialogs />
      <RecipeDialogs />
      <SettingsDialog />
      <EditDialogs />
      <Removals />
      <LicencesSheet />
      <Tour />
      <FileWork />
      <Palette commands={commands} columns={() => frontColumnCommands(t)} />
      <ShortcutsSheet commands={commands} />
    </>
  );
}

function FileWork() {
  return (
    <>
      {can('sql') && <ViewedFiles />}
      {can('publish') && <PublishDialog />}
      <ExportDialog />
      {can('jobs') && (
        <>
          <JobsPanel />
          <JobEndings />
        </>
      )}
    </>
  );
}

/** Removes files and results that no tab shows any more. */
function ViewedFiles() {
  useEffect(removeLeftViewedFiles, []);
  useViewedFiles();
  return null;
}

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
