import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '../backend/shell.ts';
import type { Command } from '../commands/commands.ts';
import { ConnectionDialogs } from '../features/connections/connection-dialogs.tsx';
import { EditDialogs } from '../features/editing/edit-dialogs.tsx';
import { Removals } from '../features/editing/removals.tsx';
import { ExportDialog } from '../features/export/export-dialog.tsx';
import { FollowDialog } from '../features/follow/follow-dialog.tsx';
import { HelpDialog } from '../features/help/help-dialog.tsx';
import { JobEndings } from '../features/jobs/job-endings.tsx';
import { JobsPanel } from '../features/jobs/jobs-panel.tsx';
import { LicencesSheet } from '../features/licences/licences-sheet.tsx';
import { Notices } from '../features/notices/notices.tsx';
import { Palette } from '../features/palette/palette.tsx';
import { ShortcutsSheet } from '../features/palette/shortcuts-sheet.tsx';
import { FileDrop } from '../features/publish/file-drop.tsx';
import { PublishDialog } from '../features/publish/publish-dialog.tsx';
import { QueryDialogs } from '../features/queries/query-dialogs.tsx';
import { DeriveDialog } from '../features/recipes/derive-dialog.tsx';
import { SettingsDialog } from '../features/settings/settings-dialog.tsx';
import { Tour } from '../features/tour/tour.tsx';
import { removeLeftViewedFiles, useViewedFiles } from '../state/viewed-files.ts';
import { frontColumnCommands } from './commands/column-commands.ts';

/** Everything above the panes: dialogs, the palette, jobs, notices. None of it is needed when a window opens. */
export function Overlays({ commands }: { commands: readonly Command[] }) {
  const { t } = useTranslation();
  return (
    <>
      <HelpDialog />
      <Notices />
      <ConnectionDialogs />
      {can('follow') && <FollowDialog />}
      <QueryDialogs />
      <DeriveDialog />
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
      {can('files') && <ReadFiles />}
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

/** The overlays for files of this computer. */
function ReadFiles() {
  useEffect(removeLeftViewedFiles, []);
  useViewedFiles();
  return (
    <>
      <PublishDialog />
      <FileDrop />
    </>
  );
}
