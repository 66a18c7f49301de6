import { CloseButton, Flex, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFileCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import i18next, { t } from 'i18next';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/rpc/jobs.ts';
import { attempt, calling, reportFailure } from '../../backend/failure.ts';
import { chooseFile } from '../../backend/files.ts';
import { jobsQuery, performJobAction, startJob } from '../../backend/jobs.ts';
import { hasEnded, jobTitle } from '../../lib/format/job-texts.ts';
import { helpFor } from '../../lib/help.ts';
import { regionOf } from '../../lib/keyboard/regions.ts';
import { isPublishing, openedDialog, showJobs, useDialogs } from '../../state/dialogs.ts';
import { markJobsSeen, useSettings } from '../../state/settings.ts';
import { IconButton, SmallButton } from '../../ui/actions/icon-button.tsx';
import { FailureText } from '../../ui/states/note.tsx';
import { EmptyState, FailureState } from '../../ui/states/states.tsx';
import { JobLine } from './job-line.tsx';
import { interruptedSince, isBadNews, jobEndings } from './jobs-button.tsx';
import styles from './jobs-panel.module.css';

/** The list of jobs on the right, above the open dataset; everything else stays usable. */
export function JobsPanel() {
  const shown = useDialogs((state) => state.jobs);
  return shown ? <Panel /> : null;
}

function Panel() {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    markJobsSeen();
    // Focus inside the panel returns to its previous element when the panel closes.
    return () => {
      markJobsSeen();
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    showJobs(false);
  };
  return (
    <section
      className={styles.jobs}
      {...regionOf('jobs')}
      {...helpFor('export')}
      aria-label={t('jobs.title')}
      tabIndex={-1}
      ref={panel}
      onKeyDown={onKeyDown}
    >
      <Content />
    </section>
  );
}

function Content() {
  const { data: jobs, error, refetch } = useQuery(jobsQuery);
  const current = jobs?.filter((job) => !hasEnded(job)) ?? [];
  const past = jobs?.filter(hasEnded) ?? [];
  return (
    <>
      <header className={styles.head}>
        <h2>{t('jobs.title')}</h2>
        {past.length > 0 && (
          <SmallButton text={t('jobs.clearFinished')} variant="subtle" onClick={calling('clearJobs', {})} />
        )}
        <IconButton label={t('verify.file')} onClick={() => void checkFile()} icon={IconFileCheck} />
        <CloseButton size="sm" aria-label={t('jobs.hide')} onClick={() => showJobs(false)} />
      </header>
      <div className={styles.scroller}>
        {jobs === undefined && error !== null && <FailureState failure={error} onRetry={refetch} />}
        {jobs?.length === 0 && <EmptyState title={t('jobs.emptyTitle')} text={t('jobs.emptyText')} />}
        <JobList title={t('jobs.current')} jobs={current} />
        <JobList title={t('jobs.past')} jobs={past} />
      </div>
    </>
  );
}

function JobList({ title, jobs }: { title: string; jobs: readonly Job[] }) {
  if (jobs.length === 0) return null;
  return (
    <section className={styles.list} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}

/** Asks for an exported file and verifies it against its descriptor. */
async function checkFile(): Promise<void> {
  await attempt(async () => {
    const kinds = [{ name: i18next.t('publish.allFiles'), extensions: ['*'] }];
    const path = await chooseFile(i18next.t('verify.chooseFile'), kinds);
    if (path !== null) await startJob({ kind: 'verify', subject: { kind: 'file', path } });
  });
}

/** Notifies of long jobs that end out of view. It renders nothing itself. */
export function JobEndings() {
  const { t } = useTranslation();
  const { data: jobs } = useQuery(jobsQuery);
  const before = useRef<readonly Job[] | null>(null);
  const seen = useSettings((settings) => settings.jobsSeen);
  useEffect(() => {
    if (jobs === undefined) return;
    const ended = [
      ...interruptedSince(jobs, seen),
      ...(before.current === null ? [] : jobEndings(before.current, jobs)),
    ];
    before.current = jobs;
    const publishing = isPublishing(openedDialog('files'));
    if (useDialogs.getState().jobs) return;
    for (const job of ended) {
      // The dialog itself shows the result of its file.
      if (publishing && job.request.kind === 'publish') continue;
      const title = jobTitle(t, job.request);
      const done = job.state === 'done' && !isBadNews(job);
      const interrupted = job.state === 'cut-off';
      notifications.show({
        id: job.id,
        color: done ? 'accent' : interrupted ? 'orange' : 'red',
        title: t(job.state === 'done' ? 'jobs.endedDone' : interrupted ? 'jobs.endedInterrupted' : 'jobs.endedFailed', {
          title,
        }),
        message: <Ending id={job.id} job={job} />,
        // The notification of a job of an earlier session stays until it is dismissed.
        autoClose: interrupted ? false : 10_000,
        ...(interrupted ? { onClose: markJobsSeen } : {}),
      });
    }
  }, [jobs, seen, t]);
  return null;
}

function Ending({ id, job }: { id: string; job: Job }) {
  const show = () => {
    notifications.hide(id);
    showJobs(true);
  };
  const tryAgain = () => {
    notifications.hide(id);
    void performJobAction('retry', id).catch(reportFailure);
  };
  return (
    <Stack align="flex-start" gap="sm">
      {isBadNews(job) && <span>{t('jobs.differs')}</span>}
      {job.failure !== null && (
        <span>
          <FailureText failure={job.failure} />
        </span>
      )}
      {job.state === 'cut-off' && <span>{t('jobs.interruptedText')}</span>}
      <Flex gap="sm">
        {job.state === 'cut-off' && <SmallButton text={t('jobs.retry')} onClick={tryAgain} />}
        <SmallButton text={t('jobs.show')} onClick={show} />
      </Flex>
    </Stack>
  );
}
