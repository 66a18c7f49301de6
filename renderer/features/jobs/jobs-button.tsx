import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Job } from '#shared/rpc/jobs.ts';
import { jobsQuery } from '../../backend/jobs.ts';
import { hasEnded } from '../../lib/format/job-texts.ts';
import { showJobs, useDialogs } from '../../state/dialogs.ts';
import { useSettings } from '../../state/settings.ts';
import styles from './jobs.module.css';

/** Toggles the list of jobs, and shows the number of running jobs and their overall progress. */
export function JobsButton() {
  const shown = useDialogs((state) => state.jobs);
  const seen = useSettings((settings) => settings.jobsSeen);
  const { data: jobs = [] } = useQuery(jobsQuery);
  const current = jobs.filter((job) => !hasEnded(job));
  const interrupted = interruptedSince(jobs, seen).length;
  const fractions = current.map((job) => job.progress?.fraction ?? 0);
  const together = fractions.reduce((sum, fraction) => sum + fraction, 0) / Math.max(1, fractions.length);
  return (
    <button
      type="button"
      className={styles.button}
      data-tour="jobs"
      aria-expanded={shown}
      onClick={() => showJobs(!shown)}
    >
      {current.length > 0 && (
        <span className={styles.buttonTrack}>
          <span style={{ width: `${together * 100}%` }} />
        </span>
      )}
      {interrupted > 0 && <IconAlertTriangle className={styles.buttonSign} size={14} stroke={1.5} aria-hidden />}
      {[
        ...(current.length > 0 ? [t('jobs.running', { count: current.length })] : []),
        ...(interrupted > 0 ? [t('jobs.wereInterrupted', { count: interrupted })] : []),
      ].join(' · ') || t('jobs.idle')}
    </button>
  );
}

/** Minimum duration in milliseconds of jobs whose end is reported. */
const longJobMs = 5_000;

function took({ started, ended }: Job): number {
  return started === null || ended === null ? 0 : Date.parse(ended) - Date.parse(started);
}

/**
 * The jobs that ended between two checks and should be reported: long ones, and failed ones of any duration. Jobs
 * cancelled by the user are not.
 */
export function jobEndings(before: readonly Job[], after: readonly Job[]): readonly Job[] {
  const states = new Map(before.map((job) => [job.id, job.state]));
  return after.filter((job) => {
    const previous = states.get(job.id);
    if (previous !== 'running' && previous !== 'queued') return false;
    return job.state === 'failed' || (job.state === 'done' && took(job) >= longJobMs);
  });
}

/** Whether a job finished and found a problem. */
export function isBadNews({ result }: Job): boolean {
  return result?.kind === 'verify' && result.verdict === 'differs';
}

/** Jobs interrupted since the list of jobs was last seen. */
export function interruptedSince(jobs: readonly Job[], until: number): readonly Job[] {
  return jobs.filter(({ state, ended }) => state === 'cut-off' && ended !== null && Date.parse(ended) > until);
}
