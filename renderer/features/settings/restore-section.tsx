import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupContents } from '#shared/rpc/jobs.ts';
import { chooseBackup } from '../../backend/files.ts';
import { jobsQuery, startJob } from '../../backend/jobs.ts';
import { callBackend } from '../../backend/port.ts';
import { formatBytes, formatCount, formatMoment } from '../../lib/format/format.ts';
import { hasEnded } from '../../lib/format/job-texts.ts';
import { useLocale } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import { Note } from '../../ui/states/note.tsx';
import styles from './settings.module.css';
import { StoreJob } from './store-job.tsx';

/** Restores a backup: choose, review, confirm, and follow the progress. */
export function RestoreSection() {
  const { t } = useTranslation();
  const { data: jobs = [] } = useQuery(jobsQuery);
  const choose = useMutation({
    mutationFn: async (kind: 'file' | 'folder') => {
      const source = await chooseBackup(t, kind);
      return source === null ? null : await callBackend('readBackup', { source });
    },
  });
  const restore = useMutation({
    mutationFn: (source: string) => startJob({ kind: 'restore', source }),
    onSuccess: () => choose.reset(),
  });
  const dismiss = () => {
    choose.reset();
    restore.reset();
  };
  const [latest] = jobs.filter(({ request }) => request.kind === 'restore');
  const isBusy = latest !== undefined && !hasEnded(latest);
  const chosen = choose.data ?? null;
  return (
    <section>
      <h4 className={styles.part}>{t('preferences.restore')}</h4>
      <div className={formStyles.form}>
        <p className={styles.text}>{t('preferences.restoreText')}</p>
        {latest !== undefined && chosen === null && <StoreJob job={latest} />}
        <FailureNote failure={choose.error} />
        {chosen !== null && (
          <Contents
            contents={chosen}
            busy={restore.isPending}
            onRestore={() => restore.mutate(chosen.source)}
            onCancel={dismiss}
          />
        )}
        <FailureNote failure={restore.error} />
        {chosen === null && (
          <div className={formStyles.actions}>
            {(['folder', 'file'] as const).map((kind) => (
              <Button
                key={kind}
                variant="default"
                size="compact-xs"
                disabled={isBusy}
                loading={choose.isPending && choose.variables === kind}
                onClick={() => choose.mutate(kind)}
              >
                {t(kind === 'folder' ? 'preferences.restoreFolder' : 'preferences.restoreFile')}
              </Button>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

interface ContentsProps {
  readonly contents: BackupContents;
  readonly busy: boolean;
  readonly onRestore: () => void;
  readonly onCancel: () => void;
}

/** The contents of a backup, before anything is restored. */
function Contents({ contents, busy, onRestore, onCancel }: ContentsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { source, made, tool, namespaces, datasets, versions, accounts, bytes, damaged, isOwn, withSettings } =
    contents;
  const facts = [
    ['restoreMade', formatMoment(made, locale)],
    ['restoreNamespaces', formatCount(namespaces, locale)],
    ['restoreDatasets', formatCount(datasets, locale)],
    ['restoreVersions', formatCount(versions, locale)],
    ['restoreAccounts', formatCount(accounts, locale)],
    ['restoreSize', formatBytes(bytes, locale)],
    ['restoreTool', tool],
  ] as const;
  return (
    <section className={styles.backup} aria-label={t('preferences.restoreContents')}>
      <p className="mono">{source}</p>
      <dl className={styles.sample}>
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{t(`preferences.${name}`)}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {damaged > 0 && <Note tone="warning">{t('preferences.restoreDamaged', { count: damaged })}</Note>}
      {!isOwn && <Note tone="warning">{t('preferences.restoreOther')}</Note>}
      <Note tone="plain">{t(withSettings ? 'preferences.restoreAllText' : 'preferences.restoreDataText')}</Note>
      <div className={formStyles.actions}>
        <Button variant="default" size="compact-xs" disabled={busy} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button color="red" size="compact-xs" loading={busy} onClick={onRestore}>
          {t('preferences.restoreNow')}
        </Button>
      </div>
    </section>
  );
}
