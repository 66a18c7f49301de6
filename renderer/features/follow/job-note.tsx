import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/rpc/jobs.ts';
import { performJobAction } from '../../backend/jobs.ts';
import { reportFailure } from '../../backend/report-failure.ts';
import { hasEnded, jobPhase, jobTitle, progressWords } from '../../lib/format/job-texts.ts';
import { useLocale } from '../../state/settings.ts';
import { FailureText } from '../../ui/states/failure-text.tsx';
import { Note } from '../../ui/states/note.tsx';
import { ProgressLine } from '../../ui/states/progress-line.tsx';
import styles from './follow.module.css';

/** How far fetching for the first time is, or why it failed. */
export function JobNote({ job }: { job: Job }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { progress, state, failure } = job;
  if (state === 'done') return null;
  if (state === 'cancelled') return <Note tone="plain">{t('follow.cancelled')}</Note>;
  if (hasEnded(job)) {
    return (
      <Note tone="bad">
        <p>
          <strong>{t('follow.failed')}</strong>
        </p>
        <p>{failure === null ? t('jobs.interruptedText') : <FailureText failure={failure} />}</p>
      </Note>
    );
  }
  const words = progress === null ? [] : [jobPhase(t, progress.phase), ...progressWords(t, progress, locale)];
  return (
    <div className={styles.progress}>
      <ProgressLine
        label={t('jobs.progressOf', { title: jobTitle(t, job.request) })}
        fraction={progress === null ? null : progress.fraction}
        words={words.join(' · ')}
      />
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => void performJobAction('cancel', job.id).catch(reportFailure)}
      >
        {t('follow.stop')}
      </Button>
    </div>
  );
}
