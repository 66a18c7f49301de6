import { Modal, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { describeColumn } from '../../backend/editing.ts';
import { MutationForm } from '../../ui/actions/form-actions.tsx';

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
  const [tried, setTried] = useState(false);
  const texts = { label: label.trim(), description: description.trim() };
  const save = useMutation({
    mutationFn: () => describeColumn({ reference, column: column.name, ...texts }),
    onSuccess: onClose,
  });
  const submit = () => {
    setTried(true);
    if (texts.label !== '') save.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={t('columns.editTitle', { column: column.name })} size="md">
      <MutationForm action={t('columns.save')} sending={save} onSubmit={submit} onCancel={onClose}>
        <TextInput
          label={t('columns.label')}
          value={label}
          maxLength={255}
          data-autofocus
          error={tried && texts.label === '' ? t('columns.labelMissing') : null}
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
      </MutationForm>
    </Modal>
  );
}
