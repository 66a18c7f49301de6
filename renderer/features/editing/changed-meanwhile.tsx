import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useEffect, useRef } from 'react';
import { fileName } from '#shared/file-name.ts';
import { imageQuery } from '../../backend/queries.ts';
import { serviceGroupsQuery } from '../../backend/settings.ts';
import { SmallButton } from '../../ui/actions/icon-button.tsx';
import { HeadRow } from '../../ui/layout/long-table.tsx';
import noteStyles from '../../ui/states/note.module.css';
import { Note } from '../../ui/states/note.tsx';
import {
  type ComparedField,
  concurrentChanges,
  type DraftOverRecord,
  differingPart,
  draftSlug,
  type EditBase,
  type EditDraft,
} from './edit-draft.ts';
import styles from './editing.module.css';

interface ChangedMeanwhileProps {
  readonly connection: string;
  readonly draft: EditDraft;
  /** The record that the form was filled from. */
  readonly before: EditBase;
  readonly now: EditBase;
  readonly busy: boolean;
  readonly onLoad: () => void;
  readonly onSaveAnyway: () => void;
}

/** The changes of another editor while the form was open, next to the user's input, and how to proceed. */
export function ChangedMeanwhile({
  connection,
  draft,
  before,
  now,
  busy,
  onLoad,
  onSaveAnyway,
}: ChangedMeanwhileProps) {
  const own = { draft, image: before.image };
  const actions = useRef<HTMLDivElement>(null);
  // Scrolled into view, because the question is at the end of a form that may be longer than the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown again whenever the record is another one.
  useEffect(() => actions.current?.scrollIntoView({ block: 'nearest' }), [now]);
  return (
    <Note tone="bad">
      <p>{t('editing.changedTitle')}</p>
      <table className={styles.changedMeanwhile}>
        <HeadRow texts={[t('editing.changedField'), t('editing.changedTheirs'), t('editing.changedMine')]} />
        <tbody>
          {concurrentChanges(draft, before, now).map(({ field, conflicts }) => (
            <tr key={field}>
              <th scope="row">{t(`editing.${field}`)}</th>
              <td>
                <FieldValue connection={connection} field={field} shown={now} other={own} />
              </td>
              <td className={conflicts ? undefined : 'quiet'}>
                {conflicts ? (
                  <FieldValue connection={connection} field={field} shown={own} other={now} />
                ) : (
                  t('editing.changedNotByMe')
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={noteStyles.detail}>{t('editing.changedHint')}</p>
      <div className={styles.imageFieldActions} ref={actions}>
        <SmallButton text={t('editing.changedLoad')} disabled={busy} onClick={onLoad} />
        <SmallButton text={t('editing.changedSaveAnyway')} loading={busy} onClick={onSaveAnyway} />
      </div>
    </Note>
  );
}

interface FieldValueProps {
  readonly connection: string;
  readonly field: ComparedField;
  readonly shown: DraftOverRecord;
  /** The text to compare with. */
  readonly other: DraftOverRecord;
}

function FieldValue({ connection, field, shown, other }: FieldValueProps) {
  const { draft } = shown;
  switch (field) {
    case 'label':
      return draft.label.trim() || t('editing.changedEmpty');
    case 'slug':
      return <span className="mono">{draftSlug(draft)}</span>;
    case 'description':
      return differingPart(draft.description, other.draft.description) || t('editing.changedEmpty');
    case 'published':
    case 'hidden':
      return t(draft[field] ? 'editing.changedPublished' : 'editing.changedNotPublished');
    case 'groups':
      return <GroupNames connection={connection} addresses={draft.groups} />;
    case 'image':
      return <ImageValue connection={connection} shown={shown} />;
  }
}

function GroupNames({ connection, addresses }: { connection: string; addresses: readonly string[] }) {
  const { data: known = [] } = useQuery(serviceGroupsQuery(connection));
  if (addresses.length === 0) return t('editing.changedNoGroups');
  return addresses.map((address) => known.find(({ url }) => url === address)?.name ?? address).join(', ');
}

function ImageValue({ connection, shown: { draft, image } }: { connection: string; shown: DraftOverRecord }) {
  const address = draft.image.kind === 'keep' ? image : '';
  const { data: content = null } = useQuery(imageQuery(connection, address));
  if (draft.image.kind === 'replace') return fileName(draft.image.path);
  if (address === '') return t('editing.imageNone');
  return content === null ? t('editing.imageThere') : <img src={content} alt={t('editing.imageNow')} />;
}
