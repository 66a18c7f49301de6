import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import type { Version } from '#shared/api/records/version.ts';
import { removalsQuery } from '../../backend/editing.ts';
import { reportFailure } from '../../backend/failure.ts';
import { connectionsQuery, datasetQuery, records } from '../../backend/records.ts';
import { copyText } from '../../backend/shell.ts';
import type { Command } from '../../commands/commands.ts';
import { removeSoon, restoreRemoved } from '../../features/editing/remove-records.ts';
import { citation } from '../../features/versions/cite-dialog.tsx';
import { onThisComputer } from '../../lib/this-computer.ts';
import { openDialog } from '../../state/dialogs.ts';
import { showComparison } from '../../state/show-versions.ts';
import { type DatasetTab, useTabs } from '../../state/tab.ts';

function frontTab(): DatasetTab | undefined {
  const { tabs, activeTab } = useTabs.getState();
  return tabs.find((tab) => tab.id === activeTab);
}

/** The commands that need a published dataset in the active tab; of a viewed file there is nothing to change. */
function onDataset(act: (tab: DatasetTab) => void): () => void {
  return () => {
    const tab = frontTab();
    if (tab !== undefined && tab.file === undefined) act(tab);
  };
}

/** The version that a tab shows and all older ones, newest first, without those that are still being imported. */
function fromShownOn(versions: readonly Version[], shown: string | null): readonly Version[] {
  const ready = versions.filter((version) => version.ready);
  const at = shown === null ? 0 : ready.findIndex(({ slug }) => slug === shown);
  return at < 0 ? [] : ready.slice(at);
}

async function compareWithPrevious(t: TFunction, { id, reference, query }: DatasetTab): Promise<void> {
  const { dataset } = await records.fetchQuery(datasetQuery(reference));
  const [after, before] = fromShownOn(dataset.versions, query.version);
  if (after === undefined || before === undefined) notifications.show({ message: t('palette.noPrevious') });
  else showComparison(id, { before: before.slug, after: after.slug, rows: null });
}

async function copyCitation(t: TFunction, { reference, query }: DatasetTab): Promise<void> {
  const { dataset } = await records.fetchQuery(datasetQuery(reference));
  const [version] = fromShownOn(dataset.versions, query.version);
  if (version === undefined) return;
  await copyText(citation(dataset, version));
  notifications.show({ message: t('common.copied') });
}

function undoLast(t: TFunction): void {
  const last = records.getQueryData(removalsQuery.queryKey)?.findLast((removal) => removal.state === 'waiting');
  if (last === undefined) notifications.show({ message: t('editing.nothingToUndo') });
  else void restoreRemoved(last.id);
}

async function openHere(kind: 'new-namespace' | 'trash'): Promise<void> {
  const own = onThisComputer(await records.fetchQuery(connectionsQuery));
  if (own !== undefined) openDialog({ kind, connection: own.id });
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
      keywords: [t('editing.description'), t('editing.image')],
      run: onDataset(({ reference }) => openDialog({ kind: 'edit-dataset', reference })),
    },
    {
      id: 'readers',
      title: t('palette.readersFront'),
      group: 'tabs',
      run: onDataset(({ reference: { connection, namespace } }) =>
        openDialog({ kind: 'edit-namespace', connection, namespace }),
      ),
    },
    {
      id: 'delete-dataset',
      title: t('palette.deleteFront'),
      group: 'tabs',
      run: onDataset(({ reference, label }) => void removeSoon({ kind: 'dataset', ...reference }, label)),
    },
    {
      id: 'compare-previous',
      title: t('palette.comparePrevious'),
      group: 'tabs',
      keywords: [t('versions.compareHint')],
      run: onDataset((tab) => void compareWithPrevious(t, tab).catch(reportFailure)),
    },
    {
      id: 'cite',
      title: t('palette.cite'),
      group: 'tabs',
      run: onDataset((tab) => void copyCitation(t, tab).catch(reportFailure)),
    },
    { id: 'undo-removal', title: t('editing.undoLast'), group: 'general', run: () => undoLast(t) },
  ];
}
