import { Menu, Modal } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FollowedSource } from '#shared/follow.ts';
import { reportFailure } from '../../../backend/failure.ts';
import { changeSource, checkNow, unfollow } from '../../../backend/follow.ts';
import { RemovalForm } from '../../../ui/actions/form-actions.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';

import { SourceDialog } from '../source-dialog.tsx';

/** What can be done with a followed dataset. */
export function SourceMenu({ source }: { source: FollowedSource }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'settings' | 'unfollow' | null>(null);
  const close = () => setDialog(null);
  const isPaused = source.state === 'paused' || source.state === 'stopped';
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <IconButton label={t('followed.actions', { name: source.title })} icon={IconDots} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={source.checking} onClick={() => void checkNow(source).catch(reportFailure)}>
            {t('followed.checkNow')}
          </Menu.Item>
          <Menu.Item onClick={() => void changeSource(source, { paused: !isPaused }).catch(reportFailure)}>
            {t(isPaused ? 'followed.resume' : 'followed.pause')}
          </Menu.Item>
          <Menu.Item onClick={() => setDialog('settings')}>{t('sourceSettings.action')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => setDialog('unfollow')}>
            {t('followed.unfollow')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'settings' && <SourceDialog source={source} onClose={close} />}
      {dialog === 'unfollow' && <UnfollowDialog source={source} onClose={close} />}
    </>
  );
}

/** Asks before a dataset is no longer followed. */
function UnfollowDialog({ source, onClose }: { source: FollowedSource; onClose: () => void }) {
  const { t } = useTranslation();
  const stop = useMutation({ mutationFn: () => unfollow(source), onSuccess: onClose });
  return (
    <Modal opened onClose={onClose} title={t('followed.unfollowTitle', { name: source.title })}>
      <RemovalForm
        text={t('followed.unfollowText')}
        action={t('followed.unfollowAction')}
        sending={stop}
        onRemove={stop.mutate}
        onCancel={onClose}
      />
    </Modal>
  );
}
