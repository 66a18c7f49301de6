import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { change } from '../../backend/changes.ts';
import { attempt, reportFailure } from '../../backend/failure.ts';
import { SmallButton } from '../../ui/actions/icon-button.tsx';

const keep = { image: { kind: 'keep' } } as const;

type Place = Omit<DatasetReference, 'dataset'>;

/** Publishes a namespace or takes that back, and offers to undo it. */
export async function setPublished(t: TFunction, place: Place, name: string, published: boolean): Promise<void> {
  await attempt(async () => {
    await change('changeNamespace', { ...place, change: { ...keep, published } });
    offerUndoOfReaders(t, place, name, published, () => setPublished(t, place, name, !published));
  });
}

/** Reports that the readers of a namespace changed, and offers to undo it. */
export function offerUndoOfReaders(
  t: TFunction,
  { connection, namespace }: Place,
  name: string,
  published: boolean,
  undo: () => Promise<unknown>,
): void {
  const title = t(published ? 'editing.nowPublic' : 'editing.nowPrivate', { name });
  offerUndo(t, `published ${connection} ${namespace}`, title, undo);
}

/** Hides a dataset from its readers or takes that back, and offers to undo it. */
export async function setHidden(
  t: TFunction,
  reference: DatasetReference,
  name: string,
  hidden: boolean,
): Promise<void> {
  const id = `hidden ${reference.connection} ${reference.namespace}/${reference.dataset}`;
  await attempt(async () => {
    await change('changeDataset', { ...reference, change: { ...keep, hidden } });
    const title = t(hidden ? 'editing.nowHidden' : 'editing.nowShown', { name });
    offerUndo(t, id, title, () => setHidden(t, reference, name, !hidden));
  });
}

/** Says what was changed, with a button for a while that undoes it. A later notice of the same id takes its place. */
function offerUndo(t: TFunction, id: string, title: string, undo: () => Promise<unknown>): void {
  const onUndo = () => {
    notifications.hide(id);
    void undo().catch(reportFailure);
  };
  notifications.hide(id);
  notifications.show({
    id,
    title,
    message: <SmallButton text={t('editing.undo')} onClick={onUndo} />,
    autoClose: 15_000,
  });
}
