import { Alert, Box, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import type { Notice } from '#shared/rpc/backend-process.ts';
import { chooseBackup } from '../../backend/files.ts';
import { callBackend, onBackendConnected } from '../../backend/port.ts';
import { noticesQuery } from '../../backend/settings.ts';
import { onShellEvent, shell } from '../../backend/shell.ts';
import { explained, failureWords } from '../../lib/format/failure-texts.ts';
import { PlainButton, SmallButton } from '../../ui/actions/icon-button.tsx';
import styles from './notices.module.css';

/** Notices about background problems, shown until dismissed. */
export function Notices() {
  const { data = [] } = useQuery(noticesQuery);
  const isLost = useConnectionLost();
  if (data.length === 0 && !isLost) return null;
  return (
    <div className={styles.notices}>
      {isLost && (
        <Alert role="status" variant="outline" bg="var(--mantine-color-body)" color="orange">
          {t('notices.connecting')}
        </Alert>
      )}
      {data.map((notice) => (
        <NoticeCard key={notice.kind + notice.where} notice={notice} />
      ))}
    </div>
  );
}

/** Whether what answers the window was lost and is not back yet. */
function useConnectionLost(): boolean {
  const [isLost, setLost] = useState(false);
  useEffect(() => onShellEvent(({ kind }) => kind === 'backend-lost' && setLost(true)), []);
  useEffect(() => onBackendConnected(() => setLost(false)), []);
  return isLost;
}

/** The local service could not start with its store, but could with a backup. */
const withoutService: ReadonlySet<Notice['kind']> = new Set(['catalogue-lost', 'newer-store', 'service-failed']);

function NoticeCard({ notice }: { notice: Notice }) {
  const { kind, where } = notice;
  const dismiss = () => void shell.call('dismissNotice', { kind, where });
  const rebuild = useMutation({ mutationFn: () => shell.call('rebuildCatalogue', {}) });
  const message = notice.message === null ? '' : explained(t, notice.message);
  const text = t(`notices.${notice.kind}-text`, { message });
  const aboutStore =
    notice.kind === 'store-damaged' || notice.kind === 'catalogue-lost' || notice.kind === 'newer-store';
  return (
    <Alert
      role="alert"
      variant="outline"
      bg="var(--mantine-color-body)"
      color={notice.kind === 'update-available' || notice.kind === 'store-repaired' ? 'teal' : 'orange'}
      title={t(`notices.${notice.kind}`)}
      withCloseButton
      closeButtonLabel={t('notices.dismiss')}
      onClose={dismiss}
    >
      <p>{text}</p>
      {!text.includes(message) && (
        <Box component="p" c="var(--text-quiet)" fz={12}>
          {message}
        </Box>
      )}
      {notice.where !== '' && <p className={`${styles.place} mono`}>{notice.where}</p>}
      {notice.kept !== null && <p className={styles.place}>{t('notices.contentsKept', { kept: notice.kept })}</p>}
      {rebuild.isPending && <p role="status">{t('notices.rebuilding')}</p>}
      {rebuild.error !== null && (
        <p className={styles.failure} role="alert">
          {t('notices.rebuildFailed', { reason: failureWords(t, rebuild.error).text })}
        </p>
      )}
      {notice.kind === 'catalogue-lost' && (
        <Button mr="xs" loading={rebuild.isPending} onClick={() => rebuild.mutate()}>
          {t('notices.rebuild')}
        </Button>
      )}
      {withoutService.has(notice.kind) && <RestoreBackup onRestored={dismiss} />}
      {aboutStore && (
        <Button variant="default" onClick={() => void shell.call('showOwnFolder', { folder: 'data' })}>
          {t('notices.showFolder')}
        </Button>
      )}
    </Alert>
  );
}

/** Restores a backup in place of a store with which the local service cannot start. */
function RestoreBackup({ onRestored }: { readonly onRestored: () => void }) {
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const restore = useMutation({
    mutationFn: async (kind: 'folder' | 'file') => {
      const source = await chooseBackup(t, kind);
      if (source === null) return null;
      stop.current = new AbortController();
      return await callBackend('restoreStore', { source }, stop.current.signal);
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
          <SmallButton text={t('common.cancel')} variant="subtle" onClick={() => stop.current?.abort()} />
        </p>
      )}
      {restore.error !== null && !isCancelled && (
        <p className={styles.failure} role="alert">
          {t('notices.restoreFailed', { reason: failureWords(t, restore.error).text })}
        </p>
      )}
      <Menu>
        <Menu.Target>
          <PlainButton text={t('notices.restore')} mr="xs" loading={restore.isPending} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => restore.mutate('folder')}>{t('preferences.restoreFolder')}</Menu.Item>
          <Menu.Item onClick={() => restore.mutate('file')}>{t('preferences.restoreFile')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
