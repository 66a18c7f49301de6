import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../backend/failure.ts';
import { restoreStore } from '../../backend/jobs.ts';
import { chooseBackup } from '../../backend/window/choose-backup.ts';
import { failureWords } from '../../lib/format/failure-texts.ts';
import styles from './notices.module.css';

/** Restores a backup in place of a store with which the local service cannot start. */
export function RestoreBackup({ onRestored }: { readonly onRestored: () => void }) {
  const { t } = useTranslation();
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const restore = useMutation({
    mutationFn: async (kind: 'folder' | 'file') => {
      const source = await chooseBackup(t, kind);
      if (source === null) return null;
      stop.current = new AbortController();
      return await restoreStore(source, stop.current.signal);
    },
    onSuccess: (result) => {
      if (result === null) return;
      const { aside } = result;
      notifications.show({ message: t('notices.restored', { aside }), autoClose: false });
      onRestored();
    },
  });
  const isCancelled = stop.current?.signal.aborted === true;
  return (
    <>
      {restore.isPending && (
        <p role="status">
          {t('notices.restoring')}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => stop.current?.abort()}>
            {t('common.cancel')}
          </Button>
        </p>
      )}
      {restore.error !== null && !isCancelled && (
        <p className={styles.failure} role="alert">
          {t('notices.restoreFailed', { reason: failureWords(t, failureOf(restore.error)).text })}
        </p>
      )}
      <Menu>
        <Menu.Target>
          <Button size="xs" mr="xs" variant="default" loading={restore.isPending}>
            {t('notices.restore')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => restore.mutate('folder')}>{t('preferences.restoreFolder')}</Menu.Item>
          <Menu.Item onClick={() => restore.mutate('file')}>{t('preferences.restoreFile')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
