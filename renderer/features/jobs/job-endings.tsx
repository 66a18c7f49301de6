import { Flex, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/rpc/jobs.ts';
import { reportFailure } from '../../backend/failure.ts';
import { jobsQuery, performJobAction } from '../../backend/jobs.ts';
import { jobTitle } from '../../lib/format/job-texts.ts';
import { isPublishing, openedDialog, showJobs, useDialogs } from '../../state/dialogs.ts';
import { markJobsSeen, useSettings } from '../../state/settings.ts';
import { SmallButton } from '../../ui/actions/icon-button.tsx';
import { FailureText } from '../../ui/states/note.tsx';
import { interruptedSince, isBadNews, jobEndings } from './jobs-button.tsx';

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
