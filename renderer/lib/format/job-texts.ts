import type { TFunction } from 'i18next';
import { fileName } from '#shared/file-name.ts';
import type { Phase } from '#shared/phases.ts';
import type { Job, JobProgress, JobRequest, JobResult } from '#shared/rpc/jobs.ts';
import { formatDuration } from './duration.ts';
import { formatBytes, formatCount, formatMoment } from './format.ts';

/** The host of an address; the address itself if it has none. */
function hostOf(address: string): string {
  return URL.parse(address)?.host || address;
}

/** What a job does, in the user's language. */
export function jobTitle(t: TFunction, request: JobRequest): string {
  switch (request.kind) {
    case 'publish':
      return t('jobs.titlePublish', {
        file: fileName(request.path),
        dataset: request.dataset.create?.label || request.dataset.slug,
      });
    case 'export':
      return t('jobs.titleExport', { dataset: request.reference.dataset, file: fileName(request.target) });
    case 'pin':
      return t('jobs.titlePin', { dataset: request.reference.dataset });
    case 'follow':
      return t('jobs.titleFollow', {
        address: hostOf(request.choice.address),
        dataset: request.dataset.create?.label || request.dataset.slug,
      });
    case 'verify': {
      const { subject } = request;
      return t('jobs.titleVerify', {
        what: subject.kind === 'file' ? fileName(subject.path) : subject.reference.dataset,
      });
    }
    case 'diff':
      return t('jobs.titleDiff', { dataset: request.reference.dataset });
    case 'backup':
      return t('jobs.titleBackup', { file: fileName(request.target) });
    case 'restore':
      return t('jobs.titleRestore', { file: fileName(request.source) });
  }
}

const states = {
  queued: 'jobs.queued',
  running: 'jobs.runningState',
  paused: 'jobs.paused',
  done: 'jobs.done',
  failed: 'jobs.failed',
  cancelled: 'jobs.cancelled',
  'cut-off': 'jobs.interrupted',
} as const;

/** The state of a job in a word. */
export function jobState(t: TFunction, state: Job['state']): string {
  return t(states[state]);
}

/** What a job is doing, in the user's language. */
export function jobPhase(t: TFunction, phase: Phase): string {
  return t(`phases.${phase}`);
}

/** The progress of a job, as parts to be listed: rows, bytes, rate, remaining time. */
export function progressWords(t: TFunction, progress: JobProgress, locale: string): string[] {
  const { rows, bytes, rowsPerSecond, bytesPerSecond, remainingSeconds } = progress;
  const words: string[] = [];
  if (rows > 0) words.push(t('common.rows', { count: rows }));
  if (bytes > 0) words.push(formatBytes(bytes, locale));
  if (rowsPerSecond !== null) words.push(t('jobs.perSecond', { rows: formatCount(Math.round(rowsPerSecond), locale) }));
  else if (bytesPerSecond !== null) {
    words.push(t('jobs.bytesPerSecond', { bytes: formatBytes(Math.round(bytesPerSecond), locale) }));
  }
  if (remainingSeconds !== null) words.push(t('jobs.remaining', { time: formatDuration(remainingSeconds, locale) }));
  return words;
}

/** What a job is doing and how far it is, in one line; empty before it reports any progress. */
export function progressText(t: TFunction, progress: JobProgress | null, locale: string): string {
  return progress === null ? '' : [jobPhase(t, progress.phase), ...progressWords(t, progress, locale)].join(' · ');
}

/** The job that was created last; null if there is none. */
export function newestJob(jobs: readonly Job[]): Job | null {
  return jobs.reduce<Job | null>((last, job) => (last === null || job.created > last.created ? job : last), null);
}

/** Whether a job has ended in any way. */
export function hasEnded({ state }: Job): boolean {
  return state !== 'queued' && state !== 'running' && state !== 'paused';
}

/** What was restored from a backup, and where the previous data is. */
export function restoredText(
  t: TFunction,
  { made, aside, ...counts }: Extract<JobResult, { readonly kind: 'restore' }>,
  locale: string,
): string {
  return t('jobs.restored', { ...counts, moment: formatMoment(made, locale), folder: aside });
}
