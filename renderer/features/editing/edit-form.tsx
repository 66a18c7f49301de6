import './editing.css';
import { Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditTarget, NamespaceChange, Written } from '#shared/rpc/editing.ts';
import { rightsQuery } from '../../api/editing.ts';
import { failureOf } from '../../api/failure.ts';
import { closeEditDialog } from '../../edit-dialogs.ts';
import { failureWords } from '../../lib/failure-words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Note } from '../../ui/note.tsx';
import { changeOf, draftProblems, draftSlug, type EditDraft, emptyDraft } from './edit-draft.ts';
import { ImageField } from './image-field.tsx';
import { ReadersField } from './readers-field.tsx';

interface EditFormProps {
  readonly kind: 'namespace' | 'dataset';
  readonly connection: string;
  /** What is changed, or what the new thing is made in. */
  readonly target: EditTarget;
  /** What is there; null for something new. */
  readonly before: EditDraft | null;
  /** The image that it has now, as its record names it; empty for none. */
  readonly image: string;
  /** Slugs of the others beside it. */
  readonly taken: readonly string[];
  readonly save: (change: NamespaceChange) => Promise<Written>;
}

/** The form about a namespace or dataset, a new one or one that is there. */
export function EditForm({ kind, connection, target, before, image, taken, save }: EditFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<EditDraft>(before ?? emptyDraft);
  const [tried, setTried] = useState(false);
  const { data: rights } = useQuery(rightsQuery(target));
  const refused = (before === null ? rights?.add : rights?.change) === 'no';
  const problems = draftProblems(draft, taken);
  const change = (part: Partial<EditDraft>) => setDraft((known) => ({ ...known, ...part }));
  const send = useMutation({
    mutationFn: save,
    onSuccess: ({ imageRefused }) => {
      closeEditDialog();
      if (imageRefused !== null) {
        const { text, detail } = failureWords(t, imageRefused);
        const message = [text, detail].filter((said) => said !== '').join(' ');
        notifications.show({ color: 'red', title: t('editing.imageRefused'), message });
      }
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problems.label !== null || problems.slug !== null) return;
    const changed = changeOf(draft, before);
    if (changed === null) closeEditDialog();
    else send.mutate(changed);
  };
  const slugProblem = problems.slug === 'slugTaken' || tried ? problems.slug : null;
  return (
    <form className="form" onSubmit={onSubmit} noValidate>
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
      <ImageField
        connection={connection}
        present={image}
        image={draft.image}
        onChange={(changed) => change({ image: changed })}
      />
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
