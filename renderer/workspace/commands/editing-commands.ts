import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import type { Version } from '#shared/api/records/version.ts';
import { removalsQuery } from '../../backend/editing.ts';
import { reportFailure } from '../../backend/failure.ts';
import { connectionsQuery, datasetQuery, records } from '../../backend/records.ts';
import { copyText } from '../../backend/shell.ts';
import { type Command, commandsOf } from '../../commands/commands.ts';
import { removeSoon, restoreRemoved } from '../../features/editing/remove-records.ts';
import { citation } from '../../features/versions/cite-dialog.tsx';
import { mainConnection } from '../../lib/catalogue/find-records.ts';
import { openDialog } from '../../state/dialogs.ts';
import { showComparison } from '../../state/open-view.ts';
import { type DatasetTab, tabOf, useTabs } from '../../state/tab.ts';

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

async function openHere(kind: 'new-namespace' | 'trash' | 'reference'): Promise<void> {
  const own = mainConnection(await records.fetchQuery(connectionsQuery));
  if (own !== undefined) openDialog({ kind, connection: own.id });
}

/** The commands that create and edit records. */
export function editingCommands(t: TFunction): Command[] {
  const general = commandsOf('general');
  /** Needs a published dataset in the active tab: of a viewed file there is nothing to change. */
  const ofDataset = (
    id: string,
    title: string,
    act: (tab: DatasetTab) => unknown,
    keywords: readonly string[] = [],
  ) => {
    const run = async () => {
      const tab = tabOf(useTabs.getState().activeTab ?? '');
      if (tab !== undefined && tab.file === undefined) await act(tab);
    };
    return commandsOf('tabs')(id, title, () => void run().catch(reportFailure), { keywords });
  };
  const editable = [t('editing.description'), t('editing.image')];
  return [
    general('new-namespace', t('editing.newNamespaceHere'), () => void openHere('new-namespace').catch(reportFailure)),
    general('trash', t('editing.trashHere'), () => void openHere('trash').catch(reportFailure)),
    general('reference', t('reference.addHere'), () => void openHere('reference').catch(reportFailure)),
    ofDataset(
      'edit-dataset',
      t('editing.editFront'),
      ({ reference }) => openDialog({ kind: 'edit-dataset', reference }),
      editable,
    ),
    ofDataset('readers', t('palette.readersFront'), ({ reference: { connection, namespace } }) =>
      openDialog({ kind: 'edit-namespace', connection, namespace }),
    ),
    ofDataset('delete-dataset', t('palette.deleteFront'), ({ reference, label }) =>
      removeSoon({ kind: 'dataset', ...reference }, label),
    ),
    ofDataset('compare-previous', t('palette.comparePrevious'), (tab) => compareWithPrevious(t, tab), [
      t('versions.compareHint'),
    ]),
    ofDataset('cite', t('palette.cite'), (tab) => copyCitation(t, tab)),
    general('undo-removal', t('editing.undoLast'), () => undoLast(t)),
  ];
}
