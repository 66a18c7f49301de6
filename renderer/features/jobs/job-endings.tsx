import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/rpc/jobs.ts';
import { jobsQuery } from '../../api/jobs.ts';
import { isPublishing, showJobs, useFileDialogs } from '../../dialogs/file-dialogs.ts';
import { jobTitle } from '../../lib/format/job-texts.ts';
import { FailureText } from '../../ui/states/failure-text.tsx';
import { jobEndings } from './jobs-to-report.ts';

/** Notifies of long jobs that end out of view. It renders nothing itself. */
export function JobEndings() {
  const { t } = useTranslation();
  const { data: jobs } = useQuery(jobsQuery);
  const before = useRef<readonly Job[] | null>(null);
  useEffect(() => {
    if (jobs === undefined) return;
    const ended = before.current === null ? [] : jobEndings(before.current, jobs);
    before.current = jobs;
    const shown = useFileDialogs.getState();
    const publishing = isPublishing(shown.dialog);
    if (shown.jobs) return;
    for (const job of ended) {
      // The dialog itself shows the result for its file.
      if (publishing && job.request.kind === 'publish') continue;
      const title = jobTitle(t, job.request);
      const done = job.state === 'done';
      notifications.show({
        id: job.id,
        color: done ? 'accent' : 'red',
        title: done ? t('jobs.endedDone', { title }) : t('jobs.endedFailed', { title }),
        message: <Ending id={job.id} job={job} />,
        autoClose: 10_000,
        closeButtonProps: { 'aria-label': t('common.close') },
      });
    }
  }, [jobs, t]);
  return null;
}

function Ending({ id, job }: { id: string; job: Job }) {
  const { t } = useTranslation();
  const show = () => {
    notifications.hide(id);
    showJobs(true);
  };
  return (
    <div className="job-ending">
      {job.failure !== null && (
        <span>
          <FailureText failure={job.failure} />
        </span>
      )}
      <Button size="compact-xs" variant="default" onClick={show}>
        {t('jobs.show')}
      </Button>
    </div>
  );
}
