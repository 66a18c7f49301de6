import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type Explanation, explanationOf } from '#shared/failures.ts';
import type { VersionCheck } from '#shared/rpc/calls/checks.ts';
import type { Job } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { reportFailure } from '../../backend/failure.ts';
import { jobsQuery, startJob } from '../../backend/jobs.ts';
import { callQuery } from '../../backend/port.ts';
import { can } from '../../backend/shell.ts';
import { sameDataset } from '../../lib/catalogue/find-records.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { formatMoment } from '../../lib/format/format.ts';
import { hasEnded, newestJob } from '../../lib/format/job-texts.ts';
import { useLocale } from '../../state/settings.ts';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from './jobs.module.css';

interface VersionCheckProps {
  readonly reference: DatasetReference;
  /** Slug of the version. */
  readonly version: string;
  readonly checksum: string | undefined;
}

/** Whether a version has been verified against its checksum, the result, and the button that verifies it. */
export function IntegrityCheck({ reference, version, checksum }: VersionCheckProps) {
  const { data: jobs = [] } = useQuery(jobsQuery);
  const { data: checks = [] } = useQuery(callQuery('listChecks', reference));
  const state = checkStateOf({ jobs, checks }, reference, version, checksum);
  const check = () =>
    void startJob({ kind: 'verify', subject: { kind: 'version', reference, version } }).catch(reportFailure);
  return (
    <span className={styles.versionCheck}>
      <StateWords state={state} />
      {state.kind !== 'checking' && can('files') && (
        <Button size="compact-xs" variant="subtle" aria-label={t('verify.checkNamed', { version })} onClick={check}>
          {state.kind === 'none' ? t('verify.check') : t('verify.again')}
        </Button>
      )}
    </span>
  );
}

function StateWords({ state }: { state: CheckState }) {
  const locale = useLocale();
  const titleOf = (reason: Explanation | null) => (reason === null ? undefined : explained(t, reason));
  switch (state.kind) {
    case 'none':
      return <span className="quiet">{t('verify.notChecked')}</span>;
    case 'checking':
      return <span role="status">{t('verify.checking')}</span>;
    case 'not-checked':
      return <span {...hint(titleOf(state.reason))}>{t('verify.notChecked')}</span>;
    case 'verified':
      return (
        <span className={styles.versionCheckGood} {...hint(formatMoment(state.at, locale))}>
          <IconCircleCheck size={14} stroke={1.5} aria-hidden />
          {t('verify.verified')}
        </span>
      );
    case 'differs':
    case 'failed':
      return (
        <span className={styles.versionCheckBad} {...hint(titleOf(state.reason))}>
          <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
          {state.kind === 'failed' ? t('verify.failed') : t('verify.differs')}
        </span>
      );
  }
}

/** What is known about the integrity of a version. */
type CheckState =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  /** The check itself failed. */
  | { readonly kind: 'failed'; readonly reason: Explanation }
  | { readonly kind: VersionCheck['verdict']; readonly reason: Explanation | null; readonly at: string };

/** The last job that verified this version, possibly still running; null if there is none or it was cancelled. */
function lastJob(jobs: readonly Job[], reference: DatasetReference, version: string): Job | null {
  const checks = jobs.filter(({ request, state }) => {
    if (request.kind !== 'verify' || request.subject.kind !== 'version' || state === 'cancelled') return false;
    return request.subject.version === version && sameDataset(request.subject.reference, reference);
  });
  return newestJob(checks);
}

/**
 * The integrity of a version: a check that is running or has failed since, otherwise the last completed one, which
 * survives clearing the list of jobs.
 * @param checksum that of the version's record, if known: a check against another one is ignored
 */
export function checkStateOf(
  known: { readonly jobs: readonly Job[]; readonly checks: readonly VersionCheck[] },
  reference: DatasetReference,
  version: string,
  checksum: string | undefined,
): CheckState {
  const kept = known.checks.find((one) => one.version === version);
  const check = kept !== undefined && (checksum === undefined || kept.expected === checksum) ? kept : null;
  const job = lastJob(known.jobs, reference, version);
  if (job !== null && !hasEnded(job)) return { kind: 'checking' };
  const failed = job !== null && (check === null || job.created > check.at) ? job.failure : null;
  if (failed !== null) return { kind: 'failed', reason: explanationOf(failed) };
  return check === null ? { kind: 'none' } : { kind: check.verdict, reason: check.reason, at: check.at };
}
