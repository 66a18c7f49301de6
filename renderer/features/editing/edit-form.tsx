import { Switch, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { becomesPublic } from '#shared/namespace-readers.ts';
import type { EditTarget, NamespaceChange, Written } from '#shared/rpc/editing.ts';
import type { NamespaceReaders } from '#shared/rpc/jobs.ts';
import { failureOf } from '../../backend/failure.ts';
import { changeNamespace, readEditable, rightsQuery } from '../../backend/service/editing.ts';
import { closerOf } from '../../dialogs/closer.ts';
import { closeEditDialog, useEditDialog } from '../../dialogs/edit-dialogs.ts';
import { failureWords } from '../../lib/format/failure-texts.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FormActions } from '../../ui/actions/form-actions.tsx';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import { Note } from '../../ui/states/note.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { baseOf, concurrentChanges, type EditBase, mergeConcurrent } from './concurrent-change.ts';
import { changeOf, draftProblems, draftSlug, type EditDraft, emptyDraft, type RecordChange } from './edit-draft.ts';
import { ImageField } from './image-field.tsx';
import { PublishQuestion } from './publish-namespace.tsx';
import { ReadersField } from './readers-field.tsx';
import { offerUndoOfReaders } from './set-visibility.tsx';
import { useNamespace } from './use-namespace.ts';

/** Maximum number of attempts to save while others change fields that the form does not show. */
const maxAttempts = 3;

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
export function EditForm({ kind, connection, target, base: opened, taken, save }: EditFormProps) {
  const { t } = useTranslation();
  const [base, setBase] = useState(opened);
  const before = base?.draft ?? null;
  const [draft, setDraft] = useState<EditDraft>(before ?? emptyDraft);
  const [newer, setNewer] = useState<EditBase | null>(null);
  const [tried, setTried] = useState(false);
  /** The record that will be changed if the user agrees that others can then read it. */
  const [asked, setAsked] = useState<EditBase | null>(null);
  const { namespace } = useNamespace(connection, 'namespace' in target ? target.namespace : '');
  const { data: rights } = useQuery(rightsQuery(target));
  const right = before === null ? rights?.add : rights?.change;
  // The permissions of a record that was renamed meanwhile cannot be read at its old address: the service decides then.
  const [wasAllowed, setWasAllowed] = useState(false);
  useEffect(() => {
    if (right !== undefined && right !== 'no') setWasAllowed(true);
  }, [right]);
  const refused = right === 'no' && !wasAllowed;
  const own = [base, newer].map((record) => record?.draft.slug);
  const problems = draftProblems(
    draft,
    taken.filter((slug) => !own.includes(slug)),
  );
  const publishes = before !== null && becomesPublic(readersOf(before), readersOf(draft));
  const change = (part: Partial<EditDraft>) => setDraft((known) => ({ ...known, ...part }));
  const send = useMutation({
    mutationFn: ({ changed, seen }: { readonly changed: RecordChange; readonly seen: EditBase | null }) =>
      saveUnlessChanged(changed, seen),
    onMutate: () => closerOf(useEditDialog),
    onSuccess: (written, { seen }, close) => {
      if (written === null) return;
      const { imageRefused } = written;
      close();
      if (publishes && seen !== null) {
        const place = { connection, namespace: written.slug };
        const undone: NamespaceChange = { ...readersOf(seen.draft), image: { kind: 'keep' } };
        offerUndoOfReaders(t, place, draft.label, true, () => changeNamespace({ ...place, change: undone }));
      }
      if (imageRefused !== null) {
        const { text, detail } = failureWords(t, imageRefused);
        const message = [text, detail].filter((said) => said !== '').join(' ');
        notifications.show({ color: 'red', title: t('editing.imageRefused'), message });
      }
    },
  });
  /**
   * Null if another editor changed what the form shows, in which case the conflict is shown. Other parts of a record
   * change its entity tag too, such as the datasets of a namespace; they are not a conflict. A record that is
   * no longer found may have been renamed.
   * @param seen the newest record that the user has seen
   */
  async function saveUnlessChanged(changed: RecordChange, seen: EditBase | null): Promise<Written | null> {
    let latest = seen;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await save(changed, latest);
      } catch (error) {
        const isChanged = ['changed-meanwhile', 'not-found'].includes(failureOf(error).kind);
        if (!isChanged || base === null || seen === null) throw error;
        const { target: where, id } = seen;
        const now = baseOf(await readEditable({ target: where, ...(id === null ? {} : { id }) }));
        if ([seen, base].every((record) => concurrentChanges(draft, record, now).length > 0)) {
          setNewer(now);
          return null;
        }
        if (attempt === maxAttempts) throw error;
        latest = now;
      }
    }
  }
  const loadTheirs = () => {
    if (base === null || newer === null) return;
    setDraft(mergeConcurrent(draft, base, newer));
    setBase(newer);
    setNewer(null);
  };
  const saveOver = (seen: EditBase | null, agreed = false) => {
    setTried(true);
    if (problems.label !== null || problems.slug !== null) return;
    const changed = changeOf(draft, before);
    if (changed === null) closeEditDialog();
    else if (publishes && !agreed) setAsked(seen);
    else send.mutate({ changed, seen });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    saveOver(base);
  };
  if (asked !== null) {
    const publish = () => {
      setAsked(null);
      saveOver(asked, true);
    };
    return (
      <PublishQuestion
        connection={connection}
        datasets={namespace?.datasets ?? []}
        groups={draft.groups}
        onCancel={() => setAsked(null)}
        onPublish={publish}
      />
    );
  }
  const slugProblem = problems.slug === 'slugTaken' || tried ? problems.slug : null;
  return (
    <form className={formStyles.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label={t('editing.label')}
        value={draft.label}
        maxLength={255}
        data-autofocus
        error={tried && problems.label !== null ? t(`editing.${problems.label}`) : null}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <TextInput
        label={t('editing.slug')}
        description={t('editing.slugHint')}
        value={draftSlug(draft)}
        maxLength={100}
        spellCheck={false}
        error={slugProblem === null ? null : t(`editing.${slugProblem}`)}
        onChange={(event) => change({ slug: event.currentTarget.value })}
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
      {kind === 'dataset' && before !== null && rights?.hides === true && (
        <Switch
          size="xs"
          label={t('editing.hidden')}
          description={t('editing.hiddenText')}
          checked={draft.hidden}
          onChange={(event) => change({ hidden: event.currentTarget.checked })}
        />
      )}
      <ImageField
        connection={connection}
        present={base?.image ?? ''}
        image={draft.image}
        onChange={(changed) => change({ image: changed })}
      />
      {base !== null && newer !== null && (
        <ChangedMeanwhile
          connection={connection}
          draft={draft}
          before={base}
          now={newer}
          busy={send.isPending}
          onLoad={loadTheirs}
          onSaveAnyway={() => saveOver(newer)}
        />
      )}
      {send.error !== null && <FailureNote failure={failureOf(send.error)} />}
      {refused && (
        <Note tone="warning">{t(rights?.signedIn === true ? 'editing.readOnly' : 'editing.readOnlyAnonymous')}</Note>
      )}
      <FormActions
        action={t(before === null ? 'editing.create' : 'editing.save')}
        busy={send.isPending}
        disabled={refused}
        onCancel={closeEditDialog}
      />
    </form>
  );
}

function readersOf({ published, groups }: EditDraft): NamespaceReaders {
  return { published, allowedGroups: [...groups] };
}
