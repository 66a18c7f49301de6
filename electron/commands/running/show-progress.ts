import english from '#shared/locales/en.json' with { type: 'json' };
import type { Phase } from '#shared/phases.ts';
import type { JobProgress } from '#shared/rpc/jobs.ts';
import { createProgressMeter } from '../../jobs/queue/progress-meter.ts';
import type { Progress } from '../../service/service.ts';
import { rowCount } from './row-count.ts';

/** The part of standard error that is used. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows progress: a bar on a terminal, an occasional line elsewhere. */
export interface ProgressDisplay {
  report(progress: Progress): void;
  notice(text: string): void;
  /** Removes the bar. */
  end(): void;
}

const barWidth = 24;
const redrawMs = 100;
const lineMs = 2_000;

export function amount(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`;
}

/** The parts of a line: phase, percentage, rows, bytes, rate, remaining time; unknown ones are omitted. */
export function progressWords({
  phase,
  fraction,
  rows,
  bytes,
  rowsPerSecond,
  bytesPerSecond,
  remainingSeconds,
}: JobProgress): string {
  const rate =
    rowsPerSecond !== null
      ? `${Math.round(rowsPerSecond).toLocaleString('en')} rows/s`
      : bytesPerSecond !== null
        ? `${amount(bytesPerSecond)}/s`
        : '';
  return [
    english.phases[phase].toLowerCase(),
    fraction === null ? '' : `${Math.floor(fraction * 100)} %`,
    rows > 0 ? rowCount(rows) : '',
    bytes > 0 ? amount(bytes) : '',
    rate,
    remainingSeconds === null || remainingSeconds < 1 ? '' : `${clock(remainingSeconds)} left`,
  ]
    .filter((word) => word !== '')
    .join(', ');
}

function bar(fraction: number | null): string {
  if (fraction === null) return '';
  const full = Math.round(fraction * barWidth);
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}] `;
}

/** @param now milliseconds of a monotonic clock */
export function showProgress(output: ProgressOutput, now: () => number = () => performance.now()): ProgressDisplay {
  const meter = createProgressMeter(now);
  const terminal = output.isTTY === true;
  let shown = Number.NEGATIVE_INFINITY;
  let phase: Phase | null = null;
  const clear = () => {
    if (terminal && phase !== null) output.write('\r\u001b[K');
  };
  return {
    report(step) {
      const progress = meter(step);
      const due = now() - shown >= (terminal ? redrawMs : lineMs) || progress.phase !== phase;
      if (!due) return;
      shown = now();
      phase = progress.phase;
      const words = progressWords(progress);
      if (terminal)
        output.write(`\r\u001b[K${`${bar(progress.fraction)}${words}`.slice(0, (output.columns ?? 80) - 1)}`);
      else output.write(`${words}\n`);
    },
    notice(text) {
      clear();
      output.write(`${text}\n`);
    },
    end: clear,
  };
}
