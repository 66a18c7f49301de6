import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FollowedSource } from '#shared/follow.ts';
import { failureOf } from '../../../backend/failure.ts';
import { unfollow } from '../../../backend/service/follow.ts';
import formStyles from '../../../ui/actions/form.module.css';
import { RemoveActions } from '../../../ui/actions/remove-actions.tsx';
import { FailureNote } from '../../../ui/states/failure-note.tsx';

/** Asks before a dataset is no longer followed. */
export function UnfollowDialog({ source, onClose }: { source: FollowedSource; onClose: () => void }) {
  const { t } = useTranslation();
  const stop = useMutation({ mutationFn: () => unfollow(source), onSuccess: onClose });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('followed.unfollowTitle', { name: source.title })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={formStyles.form}>
        <span>{t('followed.unfollowText')}</span>
        {stop.error !== null && <FailureNote failure={failureOf(stop.error)} />}
        <RemoveActions
          action={t('followed.unfollowAction')}
          busy={stop.isPending}
          onCancel={onClose}
          onRemove={() => stop.mutate()}
        />
      </div>
    </Modal>
  );
}
