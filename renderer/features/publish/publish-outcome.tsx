import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { bareName, fileName } from '#shared/file-name.ts';
import type { Job } from '#shared/rpc/jobs.ts';
import { useUnlistedCodes } from '../../backend/codes.ts';
import { reportFailure } from '../../backend/failure.ts';
import { chooseTarget, downloadFile } from '../../backend/files.ts';
import { performJobAction } from '../../backend/jobs.ts';
import { can } from '../../backend/shell.ts';
import { runsSqlQuery } from '../../backend/sql.ts';
import { appendRejects } from '../../lib/append-rejects.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { hasEnded, jobPhase, jobTitle, progressWords } from '../../lib/format/job-texts.ts';
import { closeDialog, openDialog } from '../../state/dialogs.ts';
import { openCreatedDataset } from '../../state/open-view.ts';
import { useLocale } from '../../state/settings.ts';
import { openSteps } from '../../state/statements.ts';
import { PlainButton, SmallButton } from '../../ui/actions/icon-button.tsx';
import { FailureText, Note } from '../../ui/states/note.tsx';
import { ProgressLine } from '../../ui/states/progress-line.tsx';
import { UnlistedCodes } from '../../ui/states/unlisted-codes.tsx';
import styles from './publish.module.css';
import { clearDraft } from './publish-store.ts';

interface PublishOutcomeProps {
  readonly job: Job;
  readonly path: string;
  /** Publishes again, writing the bad rows to this file. */
  readonly onLeaveOut: (rejects: string) => void;
  /** Publishes again, although data are lost. */
  readonly onPublishAnyway: () => void;
}

/** The progress of publishing, or its result and how to proceed. */
export function PublishOutcome({ job, path, onLeaveOut, onPublishAnyway }: PublishOutcomeProps) {
  if (!hasEnded(job)) return <UnderWay job={job} />;
  if (job.result?.kind === 'publish') return <Published job={job} result={job.result} />;
  if (job.state === 'cancelled') return <Note tone="plain">{t('publish.cancelled')}</Note>;
  const leaveOut = async () => {
    const name = `${bareName(path)}-rejects.csv`;
    const target = await chooseTarget(t('jobs.leaveOut'), name, [{ name: 'CSV', extensions: ['csv'] }]);
    if (target !== null) onLeaveOut(target);
  };
  return (
    <Note tone="bad" title={t('publish.failedTitle')}>
      <p>
        {job.state === 'cut-off' && t('jobs.interruptedText')}
        {job.state !== 'cut-off' && job.failure !== null && <FailureText failure={job.failure} />}
      </p>
      {job.failure?.kind === 'loses-data' && (
        <SmallButton text={t('publish.anyway')} variant="filled" mt={6} color="red" onClick={onPublishAnyway} />
      )}
      {job.badCount > 0 && (
        <>
          <p className={styles.hint}>{t('jobs.leaveOutText')}</p>
          <SmallButton text={t('jobs.leaveOut')} mt={6} onClick={() => void leaveOut().catch(reportFailure)} />
        </>
      )}
    </Note>
  );
}

function UnderWay({ job }: { job: Job }) {
  const locale = useLocale();
  const { progress } = job;
  const words = progress === null ? [] : [jobPhase(t, progress.phase), ...progressWords(t, progress, locale)];
  return (
    <>
      <ProgressLine
        label={t('jobs.progressOf', { title: jobTitle(t, job.request) })}
        fraction={progress === null ? null : progress.fraction}
        words={words.join(' · ')}
      />
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => void performJobAction('cancel', job.id).catch(reportFailure)}>
          {t('common.cancel')}
        </Button>
        <PlainButton text={t('publish.background')} onClick={() => closeDialog('files')} />
      </div>
    </>
  );
}

function Published({ job, result }: { job: Job; result: Extract<NonNullable<Job['result']>, { kind: 'publish' }> }) {
  const { reference, rows, rejected, rejects, conversions } = result;
  const { data: runsSql = false } = useQuery({ ...runsSqlQuery(reference.connection), enabled: can('sql') });
  const leave = () => {
    closeDialog('files');
    clearDraft();
  };
  const open = () => {
    void openCreatedDataset(reference).catch(reportFailure);
    leave();
  };
  const openInSteps = () => {
    openSteps(t, reference);
    leave();
  };
  const unlisted = useUnlistedCodes(reference, null);
  const append = appendRejects(job);
  const place = `${reference.namespace}/${reference.dataset}`;
  return (
    <>
      <Note tone="good" title={t('publish.doneTitle')}>
        <p>{t('publish.doneText', { rows: t('common.rows', { count: rows }), dataset: place })}</p>
        {rejected > 0 && rejects !== null && (
          <p>{t('jobs.rejected', { count: rejected, file: can('files') ? rejects : fileName(rejects) })}</p>
        )}
        {append !== null && !can('files') && (
          <SmallButton text={t('jobs.downloadRejects')} mt={6} onClick={() => downloadFile(append.path)} />
        )}
        {append !== null && can('files') && (
          <>
            <p>{t('jobs.fixAndAppendText')}</p>
            <SmallButton
              text={t('jobs.fixAndAppend')}
              mt={6}
              onClick={() => openDialog({ kind: 'fix', request: append, job: null })}
            />
          </>
        )}
        {conversions.map((conversion) => {
          const text = explained(t, conversion);
          return <p key={text}>{text}</p>;
        })}
        <UnlistedCodes unlisted={unlisted} />
      </Note>
      <div className={styles.buttons}>
        <PlainButton text={t('publish.another')} onClick={clearDraft} />
        {runsSql && <PlainButton text={t('publish.openInSteps')} onClick={openInSteps} />}
        <Button onClick={open}>{t('publish.open')}</Button>
      </div>
    </>
  );
}
