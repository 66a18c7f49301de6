import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/rpc/jobs.ts';
import { reportFailure } from '../../backend/failure.ts';
import { performJobAction } from '../../backend/jobs.ts';
import { formatCount, formatMoment } from '../../lib/format/format.ts';
import { hasEnded, jobState, jobTitle, progressText } from '../../lib/format/job-texts.ts';
import { useLocale } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FailureText } from '../../ui/states/failure-note.tsx';
import noteStyles from '../../ui/states/note.module.css';
import { Note } from '../../ui/states/note.tsx';
import { ProgressLine } from '../../ui/states/progress-line.tsx';

/** The progress of a backup or restore, its result, or why it failed. */
export function StoreJob({ job }: { job: Job }) {
  const { t } = useTranslation();
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
        {job.result?.kind === 'restore' && (
          <p className={noteStyles.detail}>
            {t('jobs.restored', {
              datasets: formatCount(job.result.datasets, locale),
              versions: formatCount(job.result.versions, locale),
              accounts: formatCount(job.result.accounts, locale),
              moment: formatMoment(job.result.made, locale),
              folder: job.result.aside,
            })}
          </p>
        )}
      </Note>
    );
  }
  const { progress } = job;
  return (
    <div className={formStyles.form}>
      <ProgressLine label={title} fraction={progress?.fraction ?? null} words={progressText(t, progress, locale)} />
      <div className={formStyles.actions}>
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => void performJobAction('cancel', job.id).catch(reportFailure)}
        >
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}
