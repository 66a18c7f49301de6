import { CloseButton } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import i18next, { t } from 'i18next';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Job } from '#shared/rpc/jobs.ts';
import { attempt, reportFailure } from '../../backend/failure.ts';
import { chooseFile } from '../../backend/files.ts';
import { jobsQuery, startJob } from '../../backend/jobs.ts';
import { callBackend } from '../../backend/port.ts';
import { hasEnded } from '../../lib/format/job-texts.ts';
import { helpFor } from '../../lib/help.ts';
import { regionOf } from '../../lib/keyboard/regions.ts';
import { showJobs, useDialogs } from '../../state/dialogs.ts';
import { markJobsSeen } from '../../state/settings.ts';
import { IconButton, SmallButton } from '../../ui/actions/icon-button.tsx';
import { EmptyState, FailureState } from '../../ui/states/states.tsx';
import { JobLine } from './job-line.tsx';
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
          <SmallButton
            text={t('jobs.clearFinished')}
            variant="subtle"
            onClick={() => void callBackend('clearJobs', {}).catch(reportFailure)}
          />
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
