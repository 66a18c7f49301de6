import type { TFunction } from 'i18next';
import { reportFailure } from '../../backend/failure.ts';
import { shell } from '../../backend/shell.ts';
import type { Command } from '../../commands/commands.ts';
import { openDialog, settingsSections } from '../../state/dialogs.ts';

/** The commands for windows and settings. */
export function windowCommands(t: TFunction): Command[] {
  return [
    {
      id: 'new-window',
      title: t('preferences.newWindow'),
      group: 'general',
      run: () => void shell.call('newWindow', {}).catch(reportFailure),
    },
    {
      id: 'close-window',
      title: t('preferences.closeWindow'),
      group: 'general',
      run: () => void shell.call('closeWindow', {}).catch(reportFailure),
    },
    { id: 'settings', title: t('preferences.title'), group: 'general', run: () => openDialog({ kind: 'settings' }) },
    {
      id: 'back-up',
      title: t('palette.backUp'),
      group: 'general',
      run: () => openDialog({ kind: 'settings', section: 'storage' }),
    },
    ...settingsSections.map(
      (section): Command => ({
        id: `settings-${section}`,
        title: t('preferences.open', { section: t(`preferences.${section}`) }),
        group: 'general',
        run: () => openDialog({ kind: 'settings', section }),
      }),
    ),
  ];
}
