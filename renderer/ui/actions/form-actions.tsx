import { Button } from '@mantine/core';
import { t } from 'i18next';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FailureNote, Note } from '../states/note.tsx';
import styles from './form.module.css';

interface FormActionsProps {
  /** Label of the submit button, in a word or two. */
  readonly action: string;
  /** Whether the form has been submitted and not yet answered. */
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
}

/** The footer of a form: cancel and submit. */
export function FormActions({ action, busy, disabled = false, onCancel }: FormActionsProps) {
  return (
    <div className={styles.actions}>
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" disabled={disabled} loading={busy}>
        {action}
      </Button>
    </div>
  );
}

interface CloseActionProps {
  readonly onClose: () => void;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** The footer of a purely informative dialog. */
export function CloseAction({ onClose, children }: CloseActionProps) {
  return (
    <div className={styles.actions}>
      {children}
      <Button onClick={onClose} data-autofocus>
        {t('common.close')}
      </Button>
    </div>
  );
}

interface RemoveActionsProps {
  /** Label of the action, in a word or two. */
  readonly action: string;
  /** Whether it has been requested and not yet answered. */
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onRemove: () => void;
}

/** The footer of a confirmation to remove something. Cancel has the initial focus. */
export function RemoveActions({ action, busy, onCancel, onRemove }: RemoveActionsProps) {
  return (
    <div className={styles.actions}>
      <Button variant="default" data-autofocus onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button color="red" loading={busy} onClick={onRemove}>
        {action}
      </Button>
    </div>
  );
}

/** What a form needs to know of the mutation that sends it. */
interface Sending {
  readonly isPending: boolean;
  readonly error: Error | null;
}

interface MutationFormProps {
  /** Label of the submit button, in a word or two. */
  readonly action: string;
  readonly sending: Sending;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A form that a mutation sends: its fields, why it could not be sent, and its buttons. */
export function MutationForm({ action, sending, onSubmit, onCancel, children }: MutationFormProps) {
  return (
    <form className={styles.form} onSubmit={formHandler(onSubmit)} noValidate>
      {children}
      <FailureNote failure={sending.error} />
      <FormActions action={action} busy={sending.isPending} onCancel={onCancel} />
    </form>
  );
}

/** Handles the submission of a form in the window instead of by loading a page. */
export function formHandler(act: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    act();
  };
}

interface RemovalFormProps {
  readonly title?: string;
  /** What is removed, and what follows from that. */
  readonly text: string;
  readonly action: string;
  readonly sending: Sending;
  readonly onRemove: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation before something is removed. */
export function RemovalForm({ title, text, action, sending, onRemove, onCancel }: RemovalFormProps) {
  return (
    <div className={styles.form}>
      {title !== undefined && <strong>{title}</strong>}
      <span>{text}</span>
      <FailureNote failure={sending.error} />
      <RemoveActions action={action} busy={sending.isPending} onCancel={onCancel} onRemove={onRemove} />
    </div>
  );
}

interface EmptyTrashProps {
  readonly count: number;
  /** The space that it takes. */
  readonly size: string;
  /** Whether it is being emptied. */
  readonly busy: boolean;
  readonly onEmpty: () => void;
}

export function EmptyTrash({ count, size, busy, onEmpty }: EmptyTrashProps) {
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <div className={styles.actions}>
        <Button variant="default" size="compact-xs" onClick={() => setAsks(true)}>
          {t('editing.trashEmptyAll', { size })}
        </Button>
      </div>
    );
  }
  return (
    <>
      <Note tone="warning">{t('editing.trashAsk', { count })}</Note>
      <RemoveActions action={t('editing.trashDelete')} busy={busy} onCancel={() => setAsks(false)} onRemove={onEmpty} />
    </>
  );
}
