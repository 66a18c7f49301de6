import '../../../ui/actions/form.css';
import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FollowedSource } from '#shared/follow.ts';
import { failureOf } from '../../../api/failure.ts';
import { changeSource } from '../../../api/service/follow.ts';
import { FormActions } from '../../../ui/actions/form-actions.tsx';
import { FailureNote } from '../../../ui/states/failure-note.tsx';
import { ScheduleField } from '../schedule-field.tsx';

/** Changes how often an address is checked. */
export function ScheduleDialog({ source, onClose }: { source: FollowedSource; onClose: () => void }) {
  const { t } = useTranslation();
  const [every, setEvery] = useState(source.every);
  const save = useMutation({ mutationFn: () => changeSource(source, { every }), onSuccess: onClose });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${t('followed.schedule')}: ${source.title}`}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form className="form" onSubmit={onSubmit}>
        <ScheduleField every={every} onChange={setEvery} />
        {save.error !== null && <FailureNote failure={failureOf(save.error)} />}
        <FormActions action={t('followed.save')} busy={save.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}
