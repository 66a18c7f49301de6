import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '#shared/failures.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { reportFailure } from '../../backend/failure.ts';
import { checksQuery, jobsQuery, startJob } from '../../backend/jobs.ts';
import { can } from '../../backend/shell.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { formatMoment } from '../../lib/format/format.ts';
import { useWords } from '../../state/settings.ts';
import { hint } from '../../ui/tooltip/hint.ts';
import { type CheckState, checkStateOf } from './check-state.ts';
import styles from './jobs.module.css';

interface VersionCheckProps {
  readonly reference: DatasetReference;
  /** Slug of the version. */
  readonly version: string;
  /** The checksum of its record. */
  readonly checksum: string | undefined;
}

/** Whether a version has been verified against its checksum, the result, and the button that verifies it. */
export function VersionCheck({ reference, version, checksum }: VersionCheckProps) {
  const { t } = useTranslation();
  const { data: jobs = [] } = useQuery(jobsQuery);
  const { data: checks = [] } = useQuery(checksQuery(reference));
  const state = checkStateOf({ jobs, checks }, reference, version, checksum);
  const check = () =>
    void startJob({ kind: 'verify', subject: { kind: 'version', reference, version } }).catch(reportFailure);
  return (
    <span className={styles.versionCheck}>
      <StateWords state={state} />
      {state.kind !== 'checking' && can('jobs') && (
        <Button size="compact-xs" variant="subtle" aria-label={t('verify.checkNamed', { version })} onClick={check}>
          {state.kind === 'none' ? t('verify.check') : t('verify.again')}
        </Button>
      )}
    </span>
  );
}

function StateWords({ state }: { state: CheckState }) {
  const { t, locale } = useWords();
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
