import { ActionIcon, Box, Button, Flex, Stack } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconExternalLink,
  IconFolder,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconProgress,
  IconRefresh,
  IconTable,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type TFunction, t } from 'i18next';
import { useState } from 'react';
import type { Explanation } from '#shared/failures.ts';
import { fileName } from '#shared/file-name.ts';
import type { Job, JobResult } from '#shared/rpc/jobs.ts';
import { attempt, reportFailure } from '../../backend/failure.ts';
import { downloadFile } from '../../backend/files.ts';
import { badValuesQuery, type JobAction, performJobAction, saveBadValues } from '../../backend/jobs.ts';
import { can, shell } from '../../backend/shell.ts';
import { appendRejects } from '../../lib/append-rejects.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { hasEnded, jobState, jobTitle, progressText, restoredText } from '../../lib/format/job-texts.ts';
import { openDialog } from '../../state/dialogs.ts';
import { openCreatedDataset } from '../../state/open-view.ts';
import { useLocale } from '../../state/settings.ts';
import { SmallButton } from '../../ui/actions/icon-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { BadValues } from '../../ui/states/bad-values.tsx';
import { Explanations, FailureText } from '../../ui/states/note.tsx';
import { ProgressLine } from '../../ui/states/progress-line.tsx';
import styles from './job-line.module.css';
import jobsStyles from './jobs.module.css';

const icons = {
  queued: IconClock,
  running: IconProgress,
  paused: IconPlayerPause,
  done: IconCircleCheck,
  failed: IconAlertTriangle,
  cancelled: IconCircleMinus,
  'cut-off': IconAlertTriangle,
};

/** A job: description, progress or result, and actions. */
export function JobLine({ job }: { job: Job }) {
  const locale = useLocale();
  const Icon = icons[job.state];
  const title = jobTitle(t, job.request);
  return (
    <li className={styles.job} data-state={job.state}>
      <Icon className={styles.icon} size={16} stroke={1.5} aria-hidden />
      <Stack miw={0} gap={0}>
        <span className={styles.title} data-tooltip={title}>
          {title}
        </span>
        <Box component="span" c="var(--text-faint)" fz={12}>
          {jobState(t, job.state)}
          {job.ended !== null && (
            <>
              {' · '}
              <RelativeTime iso={job.ended} locale={locale} />
            </>
          )}
        </Box>
      </Stack>
      <JobActions job={job} />
      <div className={jobsStyles.body}>
        {hasEnded(job) ? <JobOutcome job={job} /> : <JobProgressLine job={job} title={title} />}
        {job.badCount > 0 && <JobBadValues job={job} />}
      </div>
    </li>
  );
}

function JobProgressLine({ job, title }: { job: Job; title: string }) {
  const locale = useLocale();
  const { progress, state, resumable } = job;
  const moving = state === 'running';
  return (
    <>
      {(moving || progress !== null) && (
        <ProgressLine
          label={t('jobs.progressOf', { title })}
          fraction={progress?.fraction ?? null}
          words={progressText(t, moving || progress === null ? progress : still(progress), locale)}
          still={!moving}
        />
      )}
      {state === 'paused' && !resumable && <p>{t('jobs.startsAgain')}</p>}
      <Explanations of={job.notices} />
    </>
  );
}

/** A job that makes no progress has no rate. */
function still(progress: NonNullable<Job['progress']>) {
  return { ...progress, rowsPerSecond: null, bytesPerSecond: null, remainingSeconds: null };
}

/** The number of values that a job could not read, the first of them, and how to proceed. */
function JobBadValues({ job }: { job: Job }) {
  const [shown, setShown] = useState(false);
  const { request } = job;
  const save = () => void saveBadValues(job.id, t('jobs.badSave'), `${jobTitle(t, request)}.csv`).catch(reportFailure);
  return (
    <>
      {job.failure === null && <p className={jobsStyles.failure}>{t('jobs.badValues', { count: job.badCount })}</p>}
      <Flex wrap="wrap" gap="xs">
        <Button size="compact-xs" variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t('jobs.badHide') : t('jobs.badShow')}
        </Button>
        <SmallButton text={t('jobs.badSave')} onClick={save} />
        {request.kind === 'publish' && job.state === 'failed' && (
          <SmallButton text={t('jobs.fix')} onClick={() => openDialog({ kind: 'fix', request, job: job.id })} />
        )}
      </Flex>
      {shown && <ShownValues job={job} />}
    </>
  );
}

function ShownValues({ job }: { job: Job }) {
  const { data: values, error } = useQuery(badValuesQuery(job));
  if (error !== null)
    return (
      <p className={jobsStyles.failure}>
        <FailureText failure={error} />
      </p>
    );
  if (values === undefined) return null;
  return (
    <>
      {values.length < job.badCount && <p>{t('jobs.badShown', { shown: values.length, count: job.badCount })}</p>}
      <div className={jobsStyles.badValues}>
        <BadValues values={values} />
      </div>
    </>
  );
}

interface Action {
  readonly label: string;
  readonly icon: Icon;
  readonly run: () => unknown;
}

function madeDataset({ result }: Job) {
  const makes = result?.kind === 'publish' || result?.kind === 'pin' || result?.kind === 'follow';
  return makes ? result.reference : null;
}

function actionsOf(t: TFunction, job: Job): Action[] {
  const act = (name: JobAction, icon: Icon): Action => ({
    label: t(`jobs.${name}`),
    icon,
    run: () => performJobAction(name, job.id),
  });
  const made = madeDataset(job);
  const path = job.result?.kind === 'export' ? job.result.path : null;
  const actions: Action[] = [];
  if (made !== null) {
    actions.push({ label: t('jobs.openDataset'), icon: IconTable, run: () => openCreatedDataset(made) });
  }
  if (path !== null) {
    actions.push({ label: t('jobs.openFile'), icon: IconExternalLink, run: () => shell.call('openFile', { path }) });
    actions.push({ label: t('jobs.showInFolder'), icon: IconFolder, run: () => shell.call('showInFolder', { path }) });
  }
  if (job.state === 'running' || job.state === 'queued') {
    const pause = act('pause', IconPlayerPause);
    // Cancelling a job that has not started loses nothing.
    const loses = job.state === 'running' && !job.resumable;
    actions.push(loses ? { ...pause, label: t('jobs.pauseAgain') } : pause);
  }
  if (job.state === 'paused') actions.push(act('resume', IconPlayerPlay));
  if (job.state === 'failed' || job.state === 'cancelled' || job.state === 'cut-off') {
    actions.push(act('retry', IconRefresh));
  }
  actions.push(hasEnded(job) ? act('clear', IconX) : act('cancel', IconPlayerStop));
  return actions;
}

/** The actions that a job currently allows. */
function JobActions({ job }: { job: Job }) {
  const title = jobTitle(t, job.request);
  return (
    <Flex gap={2}>
      {actionsOf(t, job).map((action) => (
        <ActionIcon
          key={action.label}
          aria-label={t('jobs.actNamed', { act: action.label, title })}
          data-tooltip={action.label}
          onClick={() => void attempt(action.run)}
        >
          <action.icon size={15} stroke={1.5} aria-hidden />
        </ActionIcon>
      ))}
    </Flex>
  );
}

/** The result of a job, one sentence per line. */
function JobOutcome({ job }: { job: Job }) {
  const append = appendRejects(job);
  return (
    <>
      {job.result !== null && <ResultWords result={job.result} />}
      {append !== null && (
        <Flex wrap="wrap" gap="xs">
          {can('files') ? (
            <SmallButton
              text={t('jobs.fixAndAppend')}
              onClick={() => openDialog({ kind: 'fix', request: append, job: null })}
            />
          ) : (
            <SmallButton text={t('jobs.downloadRejects')} onClick={() => downloadFile(append.path)} />
          )}
        </Flex>
      )}
      {job.state === 'cut-off' && <p>{t('jobs.interruptedText')}</p>}
      {job.failure !== null && (
        <p className={jobsStyles.failure}>
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
  const locale = useLocale();
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
    case 'restore':
      return <p>{restoredText(t, result, locale)}</p>;
    case 'diff':
      return <p>{t('jobs.diffCounts', { ...result })}</p>;
  }
}

function Published({ result }: { result: ResultOfKind<'publish'> }) {
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
  const locale = useLocale();
  const { datasets, versions, damaged } = result;
  const [bytes, copied] = [formatBytes(result.bytes, locale), formatBytes(result.copiedBytes, locale)];
  return (
    <>
      <p>{t('jobs.backedUp', { datasets, versions, bytes, copied })}</p>
      {damaged > 0 && <p className={jobsStyles.failure}>{t('jobs.backupDamaged', { count: damaged })}</p>}
    </>
  );
}

function Verdict({ verdict, reason }: { verdict: 'verified' | 'differs' | 'not-checked'; reason: Explanation | null }) {
  if (verdict === 'verified') return <p>{t('jobs.verified')}</p>;
  const verdictText = verdict === 'differs' ? t('jobs.differs') : t('jobs.notChecked');
  return (
    <p className={verdict === 'differs' ? jobsStyles.failure : ''}>
      {verdictText} {reason !== null && explained(t, reason)}
    </p>
  );
}
