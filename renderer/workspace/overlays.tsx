import { useTranslation } from 'react-i18next';
import type { Command } from '../commands/commands.ts';
import { ConnectionDialogs } from '../features/connections/connection-dialogs.tsx';
import { EditDialogs } from '../features/editing/edit-dialogs.tsx';
import { Removals } from '../features/editing/removals.tsx';
import { FollowDialog } from '../features/follow/follow-dialog.tsx';
import { HelpDialog } from '../features/help/help-dialog.tsx';
import { LicencesSheet } from '../features/licences/licences-sheet.tsx';
import { Notices } from '../features/notices/notices.tsx';
import { Palette } from '../features/palette/palette.tsx';
import { ShortcutsSheet } from '../features/palette/shortcuts-sheet.tsx';
import { QueryDialogs } from '../features/queries/query-dialogs.tsx';
import { SettingsDialog } from '../features/settings/settings-dialog.tsx';
import { Tour } from '../features/tour/tour.tsx';
import { frontColumnCommands } from './commands/column-commands.ts';
import { FileWork } from './file-work.tsx';

/** Everything above the panes: dialogs, the palette, jobs, notices. None of it is needed when a window opens. */
export function Overlays({ commands }: { commands: readonly Command[] }) {
  const { t } = useTranslation();
  return (
    <>
      <HelpDialog />
      <Notices />
      <ConnectionDialogs />
      <FollowDialog />
      <QueryDialogs />
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
