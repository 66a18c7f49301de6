import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import type { Command } from '../../commands/commands.ts';
import { openDialog } from '../../state/dialogs.ts';
import { revertToSaved, updateSaved } from '../../state/edited-query.ts';
import { copyLinkToTab } from '../../state/share-view.ts';
import { useTabs } from '../../state/tab.ts';

/** The commands that save and share the active tab's view. */
export function viewCommands(t: TFunction): Command[] {
  const inFront = (act: (tab: string) => void) => () => {
    const { activeTab, tabs } = useTabs.getState();
    const tab = tabs.find(({ id }) => id === activeTab);
    if (tab?.file !== undefined) notifications.show({ message: t('viewed.publishFirst') });
    else if (tab !== undefined) act(tab.id);
  };
  return [
    {
      id: 'save-view',
      title: t('queries.save'),
      group: 'rows',
      run: inFront((tab) => openDialog({ kind: 'save', tab })),
    },
    {
      id: 'update-query',
      title: t('queries.updateCommand'),
      group: 'rows',
      run: inFront((tab) => updateSaved(t, tab)),
    },
    {
      id: 'revert-query',
      title: t('queries.revertCommand'),
      group: 'rows',
      run: inFront((tab) => revertToSaved(t, tab)),
    },
    {
      id: 'copy-link',
      title: t('share.copy'),
      group: 'rows',
      run: inFront((tab) => void copyLinkToTab(t, tab)),
    },
  ];
}
