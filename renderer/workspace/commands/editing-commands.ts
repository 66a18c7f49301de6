import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import { reportFailure } from '../../api/report-failure.ts';
import { removalsQuery } from '../../api/service/editing.ts';
import { connectionsQuery, records } from '../../api/service/records.ts';
import type { Command } from '../../commands/commands.ts';
import { openEditDialog } from '../../dialogs/edit-dialogs.ts';
import { undo } from '../../features/editing/removal/remove-records.ts';
import { onThisComputer } from '../../lib/this-computer.ts';
import type { DatasetTab } from '../../session/session.ts';
import { useSession } from '../../session/session.ts';

function frontTab(): DatasetTab | undefined {
  const { tabs, activeTab } = useSession.getState();
  return tabs.find((tab) => tab.id === activeTab);
}

function undoLast(t: TFunction): void {
  const last = records.getQueryData(removalsQuery.queryKey)?.findLast((removal) => removal.state === 'waiting');
  if (last === undefined) notifications.show({ message: t('editing.nothingToUndo') });
  else void undo(last.id);
}

async function openHere(kind: 'new-namespace' | 'trash'): Promise<void> {
  const own = onThisComputer(await records.fetchQuery(connectionsQuery));
  if (own !== undefined) openEditDialog({ kind, connection: own.id });
}

/** The commands that create and edit records. */
export function editingCommands(t: TFunction): Command[] {
  return [
    {
      id: 'new-namespace',
      title: t('editing.newNamespaceHere'),
      group: 'general',
      run: () => void openHere('new-namespace').catch(reportFailure),
    },
    {
      id: 'trash',
      title: t('editing.trashHere'),
      group: 'general',
      run: () => void openHere('trash').catch(reportFailure),
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
