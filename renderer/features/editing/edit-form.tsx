import { Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type TFunction, t } from 'i18next';
import { useEffect, useState } from 'react';
import type { Failure } from '#shared/failures.ts';
import { becomesPublic } from '#shared/namespace-readers.ts';
import type { EditTarget, NamespaceChange, Right, Written } from '#shared/rpc/editing.ts';
import type { NamespaceReaders } from '#shared/rpc/jobs.ts';
import { change } from '../../backend/changes.ts';
import { rightsQuery } from '../../backend/editing.ts';
import { serviceGroupsQuery } from '../../backend/settings.ts';
import { failureWords } from '../../lib/format/failure-texts.ts';
import { closeDialog, closerOf } from '../../state/dialogs.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FormActions, formHandler } from '../../ui/actions/form-actions.tsx';
import { GroupsChoice, SwitchField, TextField } from '../../ui/fields.tsx';
import { FailureNote, Note } from '../../ui/states/note.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import {
  changeOf,
  draftProblems,
  draftSlug,
  type EditBase,
  type EditDraft,
  emptyDraft,
  mergeConcurrent,
  type RecordChange,
  saveUnlessChanged,
} from './edit-draft.ts';
import { offerUndoOfReaders } from './edit-items.tsx';
import { ImageField } from './image-field.tsx';
import { PublishQuestion } from './publish-namespace.tsx';
import { useNamespace } from './use-namespace.ts';

interface EditFormProps {
  readonly kind: 'namespace' | 'dataset';
  readonly connection: string;
  /** The record that is edited, or the parent of the new one. */
  readonly target: EditTarget;
  /** The edited record as it was read; null for a new one. */
  readonly base: EditBase | null;
  /** Slugs of its siblings, possibly including its own. */
  readonly taken: readonly string[];
  /** Saves a change of the record as it was last read; null for a new one. */
  readonly save: (change: RecordChange, seen: EditBase | null) => Promise<Written>;
}

/** The form for a new or existing namespace or dataset. */
export function EditForm(props: EditFormProps) {
  const { connection, target } = props;
  const { data: rights } = useQuery(rightsQuery(target));
  const record = useRecord(props);
  const { draft, base, newer, asked, send, saveOver } = record;
  const refused = useRefused(base === null ? rights?.add : rights?.change);
  const { namespace } = useNamespace(connection, 'namespace' in target ? target.namespace : '');
  if (asked !== null) {
    return (
      <PublishQuestion
        connection={connection}
        datasets={namespace?.datasets ?? []}
        groups={draft.groups}
        onCancel={record.disagree}
        onPublish={() => {
          record.disagree();
          saveOver(asked, true);
        }}
      />
    );
  }
  return (
    <form className={formStyles.form} onSubmit={formHandler(() => saveOver(base))} noValidate>
      <Fields {...props} record={record} hides={rights?.hides === true} />
      <ImageField
        connection={connection}
        present={base?.image ?? ''}
        image={draft.image}
        onChange={(image) => record.change({ image })}
      />
      {base !== null && newer !== null && (
        <ChangedMeanwhile
          connection={connection}
          draft={draft}
          before={base}
          now={newer}
          busy={send.isPending}
          onLoad={record.loadTheirs}
          onSaveAnyway={() => saveOver(newer)}
        />
      )}
      <FailureNote failure={send.error} />
      {refused && (
        <Note tone="warning">{t(rights?.signedIn === true ? 'editing.readOnly' : 'editing.readOnlyAnonymous')}</Note>
      )}
      <FormActions
        action={t(base === null ? 'editing.create' : 'editing.save')}
        busy={send.isPending}
        disabled={refused}
        onCancel={() => closeDialog('editing')}
      />
    </form>
  );
}

/**
 * Whether the service refuses to save. The permissions of a record that was renamed meanwhile cannot be read at its old
 * address: once they allowed saving, the service decides.
 */
function useRefused(right: Right | undefined): boolean {
  const [wasAllowed, setWasAllowed] = useState(false);
  useEffect(() => {
    if (right !== undefined && right !== 'no') setWasAllowed(true);
  }, [right]);
  return right === 'no' && !wasAllowed;
}

/** The record in the form: what was typed, what was read before, and how it is saved. */
function useRecord({ connection, base: opened, taken, save }: EditFormProps) {
  const [base, setBase] = useState(opened);
  const before = base?.draft ?? null;
  const [draft, setDraft] = useState<EditDraft>(before ?? emptyDraft);
  const [newer, setNewer] = useState<EditBase | null>(null);
  const [tried, setTried] = useState(false);
  /** The record that will be changed if the user agrees that others can then read it. */
  const [asked, setAsked] = useState<EditBase | null>(null);
  const own = [base, newer].map((record) => record?.draft.slug);
  const others = taken.filter((slug) => !own.includes(slug));
  const problems = draftProblems(draft, others);
  const publishes = before !== null && becomesPublic(readersOf(before), readersOf(draft));
  const send = useMutation({
    mutationFn: ({ changed, seen }: { readonly changed: RecordChange; readonly seen: EditBase | null }) =>
      saveUnlessChanged({ save, changed, draft, base, seen }),
    onMutate: () => closerOf('editing'),
    onSuccess: (saved, { seen }, close) => {
      if (saved.kind === 'changed') {
        setNewer(saved.now);
        return;
      }
      close();
      const { slug, imageRefused } = saved.written;
      if (publishes && seen !== null) offerUndo(t, { connection, namespace: slug }, draft.label, seen);
      if (imageRefused !== null) notifyOfImage(t, imageRefused);
    },
  });
  return {
    base,
    before,
    draft,
    newer,
    tried,
    asked,
    problems,
    send,
    change: (part: Partial<EditDraft>) => setDraft((known) => ({ ...known, ...part })),
    disagree: () => setAsked(null),
    loadTheirs: () => {
      if (base === null || newer === null) return;
      setDraft(mergeConcurrent(draft, base, newer));
      setBase(newer);
      setNewer(null);
    },
    /** @param seen the newest record that the user has seen */
    saveOver: (seen: EditBase | null, agreed = false) => {
      setTried(true);
      if (problems.label !== null || problems.slug !== null) return;
      const changed = changeOf(draft, before);
      if (changed === null) closeDialog('editing');
      else if (publishes && !agreed) setAsked(seen);
      else send.mutate({ changed, seen });
    },
  };
}

interface FieldsProps extends Pick<EditFormProps, 'kind' | 'connection'> {
  readonly record: ReturnType<typeof useRecord>;
  /** Whether datasets can be hidden. */
  readonly hides: boolean;
}

function Fields({ kind, connection, record, hides }: FieldsProps) {
  const { draft, before, problems, tried, change } = record;
  const slugProblem = problems.slug === 'slugTaken' || tried ? problems.slug : null;
  return (
    <>
      <TextField
        label={t('editing.label')}
        value={draft.label}
        maxLength={255}
        data-autofocus
        error={tried && problems.label !== null ? t(`editing.${problems.label}`) : null}
        onChange={(text) => change({ label: text })}
      />
      <TextField
        label={t('editing.slug')}
        description={t('editing.slugHint')}
        value={draftSlug(draft)}
        maxLength={100}
        spellCheck={false}
        error={slugProblem === null ? null : t(`editing.${slugProblem}`)}
        onChange={(text) => change({ slug: text })}
      />
      {before !== null && draftSlug(draft) !== before.slug && <Note tone="warning">{t('editing.slugChanges')}</Note>}
      <Textarea
        label={t('editing.description')}
        value={draft.description}
        autosize
        minRows={3}
        maxRows={8}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      {kind === 'namespace' && (
        <ReadersField connection={connection} published={draft.published} groups={draft.groups} onChange={change} />
      )}
      {kind === 'dataset' && before !== null && hides && (
        <SwitchField
          label={t('editing.hidden')}
          description={t('editing.hiddenText')}
          checked={draft.hidden}
          onChange={(checked) => change({ hidden: checked })}
        />
      )}
    </>
  );
}

function offerUndo(
  t: TFunction,
  place: { connection: string; namespace: string },
  label: string,
  seen: EditBase,
): void {
  const readers: NamespaceChange = { ...readersOf(seen.draft), image: { kind: 'keep' } };
  offerUndoOfReaders(t, place, label, true, () => change('changeNamespace', { ...place, change: readers }));
}

function notifyOfImage(t: TFunction, refused: Failure): void {
  const { text, detail } = failureWords(t, refused);
  const message = [text, detail].filter((said) => said !== '').join(' ');
  notifications.show({ color: 'red', title: t('editing.imageRefused'), message });
}

function readersOf({ published, groups }: EditDraft): NamespaceReaders {
  return { published, allowedGroups: groups };
}

interface ReadersFieldProps {
  readonly connection: string;
  readonly published: boolean;
  /** Absolute addresses. */
  readonly groups: readonly string[];
  readonly onChange: (change: { readonly published?: boolean; readonly groups?: string[] }) => void;
}

/** Who may read a namespace, with a sentence that describes the current choice. */
function ReadersField({ connection, published, groups, onChange }: ReadersFieldProps) {
  const { data: known } = useQuery(serviceGroupsQuery(connection));
  const readers = !published ? 'readersNobody' : groups.length === 0 ? 'readersEverybody' : 'readersGroups';
  return (
    <>
      <SwitchField
        label={t('editing.published')}
        description={t(`editing.${readers}`)}
        checked={published}
        onChange={(checked) => onChange({ published: checked })}
      />
      <GroupsChoice
        groups={known}
        label={t('editing.groups')}
        description={t('editing.groupsHint')}
        chosen={groups}
        onChange={(chosen) => onChange({ groups: chosen })}
      />
    </>
  );
}
