import './jobs.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { jobsQuery } from '../../api/jobs.ts';
import { showJobs, useFileDialogs } from '../../dialogs/file-dialogs.ts';
import { hasEnded } from '../../lib/format/job-texts.ts';

/** Shows and hides the list of jobs, and says how many are under way and how far they are together. */
export function JobsButton() {
  const { t } = useTranslation();
  const shown = useFileDialogs((store) => store.jobs);
  const { data: jobs = [] } = useQuery(jobsQuery);
  const current = jobs.filter((job) => !hasEnded(job));
  const fractions = current.map((job) => job.progress?.fraction ?? 0);
  const together = fractions.reduce((sum, fraction) => sum + fraction, 0) / Math.max(1, fractions.length);
  return (
    <button type="button" className="jobs-button" aria-expanded={shown} onClick={() => showJobs(!shown)}>
      {current.length > 0 && (
        <span className="jobs-button-track">
          <span style={{ width: `${together * 100}%` }} />
        </span>
      )}
      {current.length > 0 ? t('jobs.running', { count: current.length }) : t('jobs.idle')}
    </button>
  );
}
