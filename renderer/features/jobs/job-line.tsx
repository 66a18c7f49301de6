import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconPlayerPause,
  IconProgress,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/rpc/jobs.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { hasEnded, jobState, jobTitle, progressText } from '../../lib/format/job-texts.ts';
import { useLocale } from '../../state/settings.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ProgressLine } from '../../ui/states/progress-line.tsx';
import { JobActions } from './job-actions.tsx';
import { JobBadValues } from './job-bad-values.tsx';
import styles from './job-line.module.css';
import { JobOutcome } from './job-result.tsx';
import jobsStyles from './jobs.module.css';

const icons = {
  queued: IconClock,
  running: IconProgress,
  paused: IconPlayerPause,
  done: IconCircleCheck,
  failed: IconAlertTriangle,
  cancelled: IconCircleMinus,
  'cut-off': IconAlertTriangle,
};

/** A job: description, progress or result, and actions. */
export function JobLine({ job }: { job: Job }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const Icon = icons[job.state];
  const title = jobTitle(t, job.request);
  return (
    <li className={styles.job} data-state={job.state}>
      <Icon className={styles.icon} size={16} stroke={1.5} aria-hidden />
      <div className={styles.words}>
        <span className={styles.title} data-tooltip={title}>
          {title}
        </span>
        <span className={styles.state}>
          {jobState(t, job.state)}
          {job.ended !== null && (
            <>
              {' · '}
              <RelativeTime iso={job.ended} locale={locale} />
            </>
          )}
        </span>
      </div>
      <JobActions job={job} />
      <div className={jobsStyles.body}>
        {hasEnded(job) ? <JobOutcome job={job} /> : <JobProgressLine job={job} title={title} />}
        {job.badCount > 0 && <JobBadValues job={job} />}
      </div>
    </li>
  );
}

function JobProgressLine({ job, title }: { job: Job; title: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { progress, state, resumable } = job;
  const moving = state === 'running';
  return (
    <>
      {(moving || progress !== null) && (
        <ProgressLine
          label={t('jobs.progressOf', { title })}
          fraction={progress?.fraction ?? null}
          words={progressText(t, moving || progress === null ? progress : still(progress), locale)}
          still={!moving}
        />
      )}
      {state === 'paused' && !resumable && <p>{t('jobs.startsAgain')}</p>}
      {job.notices.map((notice) => {
        const text = explained(t, notice);
        return <p key={text}>{text}</p>;
      })}
    </>
  );
}

/** A job that makes no progress has no rate. */
function still(progress: NonNullable<Job['progress']>) {
  return { ...progress, rowsPerSecond: null, bytesPerSecond: null, remainingSeconds: null };
}
