import { Modal, MultiSelect, Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FollowedSource } from '#shared/follow.ts';
import { changeSource } from '../../backend/follow.ts';
import { datasetQuery, useThisComputer } from '../../backend/records.ts';
import { helpFor } from '../../lib/help.ts';
import { MutationForm } from '../../ui/actions/form-actions.tsx';
import { GuardsField } from './guards-field.tsx';
import { RetentionField } from './retention-field.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { SecretField } from './secret-field.tsx';

/** Changes how a dataset is followed: schedule, notifications, retention, guards, key, and the secret for its origin. */
export function SourceDialog({ source, onClose }: { source: FollowedSource; onClose: () => void }) {
  const { t } = useTranslation();
  const { namespace, dataset, title, choice } = source;
  const [every, setEvery] = useState(source.every);
  const [notify, setNotify] = useState(source.notify);
  const [retention, setRetention] = useState(source.retention);
  const [guards, setGuards] = useState(source.guards);
  const [key, setKey] = useState<readonly string[]>(source.key ?? []);
  const own = useThisComputer();
  const { data: record } = useQuery({
    ...datasetQuery({ connection: own?.id ?? '', namespace, dataset }),
    enabled: own !== undefined,
  });
  // A column of the key or of a check may be gone from the newest version.
  const kept = [...key, ...guards.checks.map(({ column }) => column)];
  const columns = [...new Set([...(record?.dataset.columns.map(({ name }) => name) ?? []), ...kept])];
  const save = useMutation({
    mutationFn: () => {
      const isKeyNew = key.join('\n') !== (source.key ?? []).join('\n');
      const chosen = key.length === 0 ? null : [...key];
      return changeSource(source, { every, notify, retention, guards, ...(isKeyNew ? { key: chosen } : {}) });
    },
    onSuccess: onClose,
  });
  return (
    <Modal
      {...helpFor('following')}
      opened
      onClose={onClose}
      size={620}
      title={t('sourceSettings.title', { name: title })}
    >
      <MutationForm action={t('followed.save')} sending={save} onSubmit={save.mutate} onCancel={onClose}>
        <ScheduleField every={every} onChange={setEvery} />
        <Switch
          size="xs"
          label={t('sourceSettings.notify')}
          checked={notify}
          onChange={(event) => setNotify(event.currentTarget.checked)}
        />
        <RetentionField name={{ namespace, dataset }} retention={retention} onChange={setRetention} />
        <GuardsField guards={guards} columns={columns} onChange={setGuards} />
        <MultiSelect
          label={t('sourceSettings.key')}
          description={t('sourceSettings.keyHint')}
          data={columns}
          value={[...key]}
          placeholder={key.length === 0 ? t('sourceSettings.keyGuessed') : ''}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('sourceSettings.keyClear') }}
          onChange={setKey}
        />
      </MutationForm>
      <SecretField address={choice.address} />
    </Modal>
  );
}
