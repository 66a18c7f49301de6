import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { changeDataset, changeNamespace } from '../../api/service/editing.ts';

const keep = { image: { kind: 'keep' } } as const;

/** Publishes a namespace or takes that back, and offers to undo it. */
export async function setPublished(
  t: TFunction,
  place: Omit<DatasetReference, 'dataset'>,
  name: string,
  published: boolean,
): Promise<void> {
  const id = `published ${place.connection} ${place.namespace}`;
  await changeWithUndo(t, id, t(published ? 'editing.nowPublic' : 'editing.nowPrivate', { name }), {
    change: () => changeNamespace({ ...place, change: { ...keep, published } }),
    undo: () => setPublished(t, place, name, !published),
  });
}

/** Hides a dataset from its readers or takes that back, and offers to undo it. */
export async function setHidden(
  t: TFunction,
  reference: DatasetReference,
  name: string,
  hidden: boolean,
): Promise<void> {
  const id = `hidden ${reference.connection} ${reference.namespace}/${reference.dataset}`;
  await changeWithUndo(t, id, t(hidden ? 'editing.nowHidden' : 'editing.nowShown', { name }), {
    change: () => changeDataset({ ...reference, change: { ...keep, hidden } }),
    undo: () => setHidden(t, reference, name, !hidden),
  });
}

interface UndoableChange {
  readonly change: () => Promise<unknown>;
  readonly undo: () => Promise<void>;
}

async function changeWithUndo(t: TFunction, id: string, title: string, { change, undo }: UndoableChange) {
  try {
    await change();
    const onUndo = () => {
      notifications.hide(id);
      void undo();
    };
    notifications.hide(id);
    notifications.show({
      id,
      title,
      message: (
        <Button size="compact-xs" variant="default" onClick={onUndo}>
          {t('editing.undo')}
        </Button>
      ),
      autoClose: 15_000,
      closeButtonProps: { 'aria-label': t('common.close') },
    });
  } catch (error) {
    reportFailure(error);
  }
}
