import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { Fragment } from 'react';
import type { BackupContents, Job } from '#shared/rpc/jobs.ts';
import { reportFailure } from '../../backend/failure.ts';
import { chooseBackup, chooseFolder, chooseTarget } from '../../backend/files.ts';
import { jobsQuery, performJobAction, startJob } from '../../backend/jobs.ts';
import { callBackend, callQuery } from '../../backend/port.ts';
import { formatBytes, formatCount, formatMoment } from '../../lib/format/format.ts';
import { hasEnded, jobState, jobTitle, progressText, restoredText } from '../../lib/format/job-texts.ts';
import { useLocale } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { SmallButton } from '../../ui/actions/icon-button.tsx';
import noteStyles from '../../ui/states/note.module.css';
import { FailureNote, FailureText, Note } from '../../ui/states/note.tsx';
import { ProgressLine } from '../../ui/states/progress-line.tsx';
import styles from './settings.module.css';

const isCopy = ({ request }: Job) => request.kind === 'backup';

async function backUp(choose: () => Promise<string | null>): Promise<void> {
  const target = await choose();
  if (target !== null) await startJob({ kind: 'backup', target });
}

/** Backups of the local store: the last one, and a button for another. */
export function BackupSection() {
  const locale = useLocale();
  const { data: jobs = [] } = useQuery(jobsQuery);
  const copies = jobs.filter(isCopy);
  const ended = copies.filter(hasEnded).length;
  const { data: last } = useQuery(callQuery('readLastBackup', {}, { staleTime: 0, dependsOn: [ended] }));
  const kinds = [{ name: t('preferences.backupKind'), extensions: ['tar'] }];
  const title = t('preferences.backupChoose');
  const ways = [
    ...(last == null ? [] : [['backupAgain', async () => last.target] as const]),
    ['backupFolder', () => chooseFolder(title)],
    ['backupFile', () => chooseTarget(title, 'almanac-backup.tar', kinds)],
  ] as const;
  const [latest] = copies;
  const isBusy = latest !== undefined && !hasEnded(latest);
  return (
    <section>
      <h4 className={styles.part}>{t('preferences.backup')}</h4>
      <div className={formStyles.form}>
        <p>{t('preferences.backupText')}</p>
        {last === null && latest?.state !== 'done' && <p>{t('preferences.backupNever')}</p>}
        {last != null && (
          <div className={styles.words}>
            <span>
              {t('preferences.backupLast', {
                moment: formatMoment(last.made, locale),
                bytes: formatBytes(last.bytes, locale),
              })}
            </span>
            <span className="mono">{last.target}</span>
          </div>
        )}
        {latest !== undefined && <StoreJob job={latest} />}
        <div className={formStyles.actions}>
          {ways.map(([name, choose]) => (
            <SmallButton
              key={name}
              text={t(`preferences.${name}`)}
              disabled={isBusy}
              onClick={() => void backUp(choose).catch(reportFailure)}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

/** The progress of a backup or restore, its result, or why it failed. */
function StoreJob({ job }: { job: Job }) {
  const locale = useLocale();
  const title = jobTitle(t, job.request);
  if (job.failure !== null) {
    return (
      <Note tone="bad">
        <FailureText failure={job.failure} />
      </Note>
    );
  }
  if (hasEnded(job)) {
    return (
      <Note tone={job.state === 'done' ? 'good' : 'plain'}>
        <p>{`${title}: ${jobState(t, job.state)}`}</p>
        {job.result?.kind === 'restore' && <p className={noteStyles.detail}>{restoredText(t, job.result, locale)}</p>}
      </Note>
    );
  }
  const { progress } = job;
  return (
    <div className={formStyles.form}>
      <ProgressLine label={title} fraction={progress?.fraction ?? null} words={progressText(t, progress, locale)} />
      <div className={formStyles.actions}>
        <SmallButton
          text={t('common.cancel')}
          onClick={() => void performJobAction('cancel', job.id).catch(reportFailure)}
        />
      </div>
    </div>
  );
}

/** Restores a backup: choose, review, confirm, and follow the progress. */
export function RestoreSection() {
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
        <p>{t('preferences.restoreText')}</p>
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
              <SmallButton
                key={kind}
                text={t(kind === 'folder' ? 'preferences.restoreFolder' : 'preferences.restoreFile')}
                disabled={isBusy}
                loading={choose.isPending && choose.variables === kind}
                onClick={() => choose.mutate(kind)}
              />
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
        <SmallButton text={t('common.cancel')} disabled={busy} onClick={onCancel} />
        <Button color="red" size="compact-xs" loading={busy} onClick={onRestore}>
          {t('preferences.restoreNow')}
        </Button>
      </div>
    </section>
  );
}
