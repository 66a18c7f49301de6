import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Job, JobRequest } from '#shared/rpc/jobs.ts';
import { chooseTarget } from '../../api/files.ts';
import { actOnJob, jobsQuery, lastBackupQuery, startJob } from '../../api/jobs.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { formatBytes, formatMoment } from '../../lib/format.ts';
import { hasEnded, jobPhase, jobState, jobTitle, progressWords } from '../../lib/job-words.ts';
import { useLocale } from '../../settings.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { Note } from '../../ui/note.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';

const isCopy = ({ request }: Job) => request.kind === 'backup';

/** Back-ups of this computer's store: the last one, and another one. */
export function BackupSection() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: jobs = [] } = useQuery(jobsQuery);
  const copies = jobs.filter(isCopy);
  const { data: last } = useQuery(lastBackupQuery(copies.filter(hasEnded).length));
  const kinds = [{ name: t('preferences.backupKind'), extensions: ['tar'] }];
  const start = (request: JobRequest) => void startJob(request).catch(reportFailure);
  const backUp = async () => {
    const target = await chooseTarget(t('preferences.backupChoose'), 'almanac-backup.tar', kinds);
    if (target !== null) start({ kind: 'backup', target });
  };
  const [latest] = copies;
  const isBusy = latest !== undefined && !hasEnded(latest);
  return (
    <section>
      <h4 className="settings-part">{t('preferences.backup')}</h4>
      <div className="form">
        <p>{t('preferences.backupText')}</p>
        {last === null && <p>{t('preferences.backupNever')}</p>}
        {last !== null && last !== undefined && (
          <div className="settings-words">
            <span>
              {t('preferences.backupLast', {
                moment: formatMoment(last.made, locale),
                bytes: formatBytes(last.bytes, locale),
              })}
            </span>
            <span className="mono">{last.target}</span>
          </div>
        )}
        {latest !== undefined && <CopyJob job={latest} />}
        <div className="form-actions">
          {last !== null && last !== undefined && (
            <Button
              variant="default"
              size="compact-xs"
              disabled={isBusy}
              onClick={() => start({ kind: 'backup', target: last.target })}
            >
              {t('preferences.backupAgain')}
            </Button>
          )}
          <Button size="compact-xs" disabled={isBusy} onClick={() => void backUp().catch(reportFailure)}>
            {t('preferences.backupNow')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** How far the copying is that was begun last, or why it failed. */
function CopyJob({ job }: { job: Job }) {
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
  if (hasEnded(job))
    return <Note tone={job.state === 'done' ? 'good' : 'plain'}>{`${title}: ${jobState(t, job.state)}`}</Note>;
  const { progress } = job;
  const words = progress === null ? [] : [jobPhase(t, progress.phase), ...progressWords(t, progress, locale)];
  return (
    <div className="form">
      <ProgressLine label={title} fraction={progress?.fraction ?? null} words={words.join(' · ')} />
      <div className="form-actions">
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => void actOnJob('cancel', job.id).catch(reportFailure)}
        >
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}
