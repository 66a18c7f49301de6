import './jobs.css';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { jobsQuery, startJob } from '../../api/jobs.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { hasEnded } from '../../lib/job-words.ts';
import { checkOfVersion } from '../../lib/version-check.ts';

/** Whether the bytes of a version were compared with its checksum, what came of it, and the button that does so. */
export function VersionCheck({ reference, version }: { reference: DatasetReference; version: string }) {
  const { t } = useTranslation();
  const { data: jobs = [] } = useQuery(jobsQuery);
  const job = checkOfVersion(jobs, reference, version);
  const check = () =>
    void startJob({ kind: 'verify', subject: { kind: 'version', reference, version } }).catch(reportFailure);
  const busy = job !== null && !hasEnded(job);
  return (
    <span className="version-check">
      <CheckState job={job} />
      {!busy && (
        <Button size="compact-xs" variant="subtle" aria-label={t('verify.checkNamed', { version })} onClick={check}>
          {job === null ? t('verify.check') : t('verify.again')}
        </Button>
      )}
    </span>
  );
}

function CheckState({ job }: { job: Job | null }) {
  const { t } = useTranslation();
  if (job === null) return <span className="quiet">{t('verify.notChecked')}</span>;
  if (!hasEnded(job)) return <span role="status">{t('verify.checking')}</span>;
  const result = job.result?.kind === 'verify' ? job.result : null;
  const said = result?.reason || job.failure?.message || '';
  if (result?.verdict === 'verified') {
    return (
      <span className="version-check-good">
        <IconCircleCheck size={14} stroke={1.5} aria-hidden />
        {t('verify.verified')}
      </span>
    );
  }
  if (result?.verdict === 'not-checked') return <span title={said}>{t('verify.notChecked')}</span>;
  return (
    <span className="version-check-bad" title={said}>
      <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
      {result === null ? t('verify.failed') : t('verify.differs')}
    </span>
  );
}
