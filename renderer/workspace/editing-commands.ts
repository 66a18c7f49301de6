import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import { removalsQuery } from '../api/editing.ts';
import { records } from '../api/records.ts';
import type { Command } from '../commands.ts';
import { openEditDialog } from '../edit-dialogs.ts';
import { undo } from '../features/editing/removing.ts';
import type { DatasetTab } from '../session.ts';
import { useSession } from '../session.ts';

/** The id of the connection to this computer's own service. */
const local = 'local';

function frontTab(): DatasetTab | undefined {
  const { tabs, activeTab } = useSession.getState();
  return tabs.find((tab) => tab.id === activeTab);
}

function undoLast(t: TFunction): void {
  const last = records.getQueryData(removalsQuery.queryKey)?.findLast((removal) => removal.state === 'waiting');
  if (last === undefined) notifications.show({ message: t('editing.nothingToUndo') });
  else void undo(last.id);
}

/** The commands that make and change. */
export function editingCommands(t: TFunction): Command[] {
  return [
    {
      id: 'new-namespace',
      title: t('editing.newNamespaceHere'),
      group: 'general',
      run: () => openEditDialog({ kind: 'new-namespace', connection: local }),
    },
    {
      id: 'edit-dataset',
      title: t('editing.editFront'),
      group: 'tabs',
      run: () => {
        const tab = frontTab();
        if (tab !== undefined) openEditDialog({ kind: 'edit-dataset', reference: tab.reference });
      },
    },
    { id: 'undo-removal', title: t('editing.undoLast'), group: 'general', run: () => undoLast(t) },
  ];
}
