import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type TFunction, t } from 'i18next';
import type { ReactNode } from 'react';
import type { EditTarget, Rights } from '#shared/rpc/editing.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { change } from '../../backend/changes.ts';
import { rightsQuery } from '../../backend/editing.ts';
import { attempt, reportFailure } from '../../backend/failure.ts';
import { can } from '../../backend/shell.ts';
import { openDialog } from '../../state/dialogs.ts';
import { MenuItem } from '../../ui/actions/icon-button.tsx';
import { offer } from '../../ui/actions/offer.tsx';
import { removeSoon } from './remove-records.ts';
import { useNamespace } from './use-namespace.ts';

/**
 * The menu items that the user's permissions allow; a line explains if there are none. If a service does not state
 * permissions in advance, items are offered and its refusal is reported.
 */
function Allowed({ target, children }: { target: EditTarget; children: (rights: Rights) => ReactNode }) {
  const { data: rights, error } = useQuery(rightsQuery(target));
  if (rights === undefined)
    return error === null ? <Menu.Item disabled>{t('editing.checkingPermissions')}</Menu.Item> : null;
  if (rights.change === 'no' && rights.add === 'no' && rights.remove === 'no') {
    return <Menu.Item disabled>{t(rights.signedIn ? 'editing.readOnly' : 'editing.readOnlyAnonymous')}</Menu.Item>;
  }
  return children(rights);
}

/** Menu items that create records in a service, and restore deleted ones. */
export function ServiceEditItems({ connection }: { connection: string }) {
  return (
    <Allowed target={{ kind: 'service', connection }}>
      {() => (
        <>
          <Menu.Item onClick={() => openDialog({ kind: 'new-namespace', connection })}>
            {t('editing.newNamespace')}
          </Menu.Item>
          <Menu.Item onClick={() => openDialog({ kind: 'trash', connection })}>{t('editing.trash')}</Menu.Item>
          {can('jobs') && (
            <MenuItem text={t('reference.add')} onClick={() => openDialog({ kind: 'reference', connection })} />
          )}
        </>
      )}
    </Allowed>
  );
}

/** Menu items that create datasets in a namespace or edit it. */
export function NamespaceEditItems({ connection, namespace: slug }: { connection: string; namespace: string }) {
  const { namespace } = useNamespace(connection, slug);
  const place = { connection, namespace: slug };
  const name = namespace?.label || slug;
  const full = namespace === undefined || namespace.datasets.length > 0;
  const remove = () =>
    full ? openDialog({ kind: 'remove-namespace', ...place }) : void removeSoon({ kind: 'namespace', ...place }, name);
  return (
    <Allowed target={{ kind: 'namespace', ...place }}>
      {(rights) => (
        <>
          {rights.add !== 'no' && (
            <MenuItem text={t('editing.newDataset')} onClick={() => openDialog({ kind: 'new-dataset', ...place })} />
          )}
          {rights.change !== 'no' && (
            <>
              <MenuItem text={t('editing.edit')} onClick={() => openDialog({ kind: 'edit-namespace', ...place })} />
              {namespace !== undefined && (
                <MenuItem
                  text={t(namespace.published ? 'editing.unpublish' : 'editing.publishAsk')}
                  onClick={() =>
                    namespace.published
                      ? void setPublished(t, place, name, false)
                      : openDialog({ kind: 'publish-namespace', ...place })
                  }
                />
              )}
            </>
          )}
          {rights.remove !== 'no' && (
            <MenuItem text={t(full ? 'editing.deleteAsk' : 'editing.delete')} color="var(--danger)" onClick={remove} />
          )}
        </>
      )}
    </Allowed>
  );
}

export function DatasetEditItems({ reference }: { reference: DatasetReference }) {
  const { namespace } = useNamespace(reference.connection, reference.namespace);
  const dataset = namespace?.datasets.find(({ slug }) => slug === reference.dataset);
  const label = dataset?.label || reference.dataset;
  const isHidden = dataset?.hidden === true;
  return (
    <Allowed target={{ kind: 'dataset', ...reference }}>
      {(rights) => (
        <>
          {rights.change !== 'no' && (
            <Menu.Item onClick={() => openDialog({ kind: 'edit-dataset', reference })}>{t('editing.edit')}</Menu.Item>
          )}
          {rights.hides === true && dataset !== undefined && (
            <Menu.Item onClick={() => void setHidden(t, reference, label, !isHidden)}>
              {t(isHidden ? 'editing.unhide' : 'editing.hide')}
            </Menu.Item>
          )}
          {rights.remove !== 'no' && (
            <Menu.Item color="var(--danger)" onClick={() => void removeSoon({ kind: 'dataset', ...reference }, label)}>
              {t('editing.delete')}
            </Menu.Item>
          )}
        </>
      )}
    </Allowed>
  );
}

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
  offer(title, t('editing.undo'), () => void undo().catch(reportFailure), `published ${connection} ${namespace}`);
}

/** Hides a dataset from its readers or takes that back, and offers to undo it. */
async function setHidden(t: TFunction, reference: DatasetReference, name: string, hidden: boolean): Promise<void> {
  const id = `hidden ${reference.connection} ${reference.namespace}/${reference.dataset}`;
  await attempt(async () => {
    await change('changeDataset', { ...reference, change: { ...keep, hidden } });
    const title = t(hidden ? 'editing.nowHidden' : 'editing.nowShown', { name });
    offer(title, t('editing.undo'), () => void setHidden(t, reference, name, !hidden), id);
  });
}
