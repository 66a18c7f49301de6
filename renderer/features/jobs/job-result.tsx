import { Button, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '#shared/failures.ts';
import { fileName } from '#shared/file-name.ts';
import type { Job, JobResult } from '#shared/rpc/jobs.ts';
import { appendRejects } from '../../lib/append-rejects.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { formatBytes, formatCount, formatMoment } from '../../lib/format/format.ts';
import { openDialog } from '../../state/dialogs.ts';
import { useWords } from '../../state/settings.ts';
import { Explanations, FailureText } from '../../ui/states/failure-note.tsx';
import styles from './jobs.module.css';

/** The result of a job, one sentence per line. */
export function JobOutcome({ job }: { job: Job }) {
  const { t } = useTranslation();
  const append = appendRejects(job);
  return (
    <>
      {job.result !== null && <ResultWords result={job.result} />}
      {append !== null && (
        <Flex wrap="wrap" gap="xs">
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => openDialog({ kind: 'fix', request: append, job: null })}
          >
            {t('jobs.fixAndAppend')}
          </Button>
        </Flex>
      )}
      {job.state === 'cut-off' && <p>{t('jobs.interruptedText')}</p>}
      {job.failure !== null && (
        <p className={styles.failure}>
          <FailureText failure={job.failure} />{' '}
          {job.failure.where !== '' && <span className="mono">{job.failure.where}</span>}
        </p>
      )}
      <Explanations of={job.notices} />
    </>
  );
}

type ResultOfKind<Kind extends JobResult['kind']> = Extract<JobResult, { readonly kind: Kind }>;

function ResultWords({ result }: { result: JobResult }) {
  const { t, locale } = useWords();
  switch (result.kind) {
    case 'publish':
      return <Published result={result} />;
    case 'export':
      return (
        <p>
          {t('common.rows', { count: result.rows })} · {formatBytes(result.bytes, locale)}
          {result.descriptor !== null && ` · ${t('jobs.withDescriptor', { file: fileName(result.descriptor) })}`}
        </p>
      );
    case 'pin':
      return (
        <p>
          {result.present
            ? t('jobs.copiedBefore')
            : t('jobs.copied', { dataset: `${result.reference.namespace}/${result.reference.dataset}` })}
        </p>
      );
    case 'follow':
      return (
        <p>
          {t('common.rows', { count: result.rows })}.{' '}
          {t('jobs.followed', { dataset: `${result.reference.namespace}/${result.reference.dataset}` })}
        </p>
      );
    case 'verify':
      return <Verdict verdict={result.verdict} reason={result.reason} />;
    case 'backup':
      return <BackedUp result={result} />;
    case 'restore': {
      const { datasets, versions, accounts, made, aside } = result;
      const counts = {
        datasets: formatCount(datasets, locale),
        versions: formatCount(versions, locale),
        accounts: formatCount(accounts, locale),
      };
      return <p>{t('jobs.restored', { ...counts, moment: formatMoment(made, locale), folder: aside })}</p>;
    }
    case 'diff':
      return (
        <p>
          {t('jobs.diffCounts', {
            added: formatCount(result.added, locale),
            removed: formatCount(result.removed, locale),
            changed: formatCount(result.changed, locale),
          })}
        </p>
      );
  }
}

function Published({ result }: { result: ResultOfKind<'publish'> }) {
  const { t } = useTranslation();
  return (
    <>
      <p>
        {t('common.rows', { count: result.rows })}. {t('jobs.publishedRows', { version: result.version })}
      </p>
      {result.rejects !== null && result.rejected > 0 && (
        <p>{t('jobs.rejected', { count: result.rejected, file: fileName(result.rejects) })}</p>
      )}
      <Explanations of={result.conversions} />
    </>
  );
}

function BackedUp({ result }: { result: ResultOfKind<'backup'> }) {
  const { t, locale } = useWords();
  const { datasets, versions, bytes, copiedBytes, damaged } = result;
  return (
    <>
      <p>
        {t('jobs.backedUp', {
          datasets: formatCount(datasets, locale),
          versions: formatCount(versions, locale),
          bytes: formatBytes(bytes, locale),
          copied: formatBytes(copiedBytes, locale),
        })}
      </p>
      {damaged > 0 && <p className={styles.failure}>{t('jobs.backupDamaged', { count: damaged })}</p>}
    </>
  );
}

function Verdict({ verdict, reason }: { verdict: 'verified' | 'differs' | 'not-checked'; reason: Explanation | null }) {
  const { t } = useTranslation();
  if (verdict === 'verified') return <p>{t('jobs.verified')}</p>;
  const verdictText = verdict === 'differs' ? t('jobs.differs') : t('jobs.notChecked');
  return (
    <p className={verdict === 'differs' ? styles.failure : ''}>
      {verdictText} {reason !== null && explained(t, reason)}
    </p>
  );
}
