import { Modal, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { Failure } from '#shared/failures.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { describeColumn } from '../../backend/editing.ts';
import { failureOf } from '../../backend/failure.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FormActions } from '../../ui/actions/form-actions.tsx';
import { FailureNote } from '../../ui/states/failure-note.tsx';

interface ColumnEditorProps {
  readonly reference: DatasetReference;
  readonly column: Column;
  readonly onClose: () => void;
}

/** Edits a column's label and description for all readers of the dataset. */
export function ColumnEditor({ reference, column, onClose }: ColumnEditorProps) {
  const { t } = useTranslation();
  const [label, setLabel] = useState(column.label);
  const [description, setDescription] = useState(column.description);
  const [state, setState] = useState<'written' | 'tried' | 'saving'>('written');
  const [problem, setProblem] = useState<Failure | null>(null);
  const labelMissing = label.trim() === '';
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (labelMissing) return setState('tried');
    setState('saving');
    try {
      await describeColumn({ reference, column: column.name, label: label.trim(), description: description.trim() });
      onClose();
    } catch (error) {
      setProblem(failureOf(error));
      setState('tried');
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('columns.editTitle', { column: column.name })}
      size="md"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form className={formStyles.form} onSubmit={(event) => void save(event)} noValidate>
        <TextInput
          label={t('columns.label')}
          value={label}
          maxLength={255}
          data-autofocus
          error={state === 'tried' && labelMissing ? t('columns.labelMissing') : null}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Textarea
          label={t('columns.description')}
          value={description}
          autosize
          minRows={3}
          maxRows={12}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {problem !== null && <FailureNote failure={problem} />}
        <FormActions action={t('columns.save')} busy={state === 'saving'} onCancel={onClose} />
      </form>
    </Modal>
  );
}
