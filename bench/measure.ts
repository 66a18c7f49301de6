import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * One claimed figure and its measurement. `measured` and `bound` have the same unit; `least` figures must be at least
 * the bound.
 */
export interface Figure {
  readonly name: string;
  readonly measured: number;
  readonly unit: string;
  readonly bound: number;
  readonly least?: boolean;
  /** Times and sizes behind the figure. */
  readonly detail: string;
}

/** Reports a figure to the terminal and to the process that runs all benchmarks. */
export function report(figure: Figure): void {
  const reached = figure.least ? figure.measured >= figure.bound : figure.measured <= figure.bound;
  const sign = figure.least ? '≥' : '≤';
  console.log(
    `${reached ? 'reached' : 'MISSED '}  ${figure.name}: ${show(figure.measured)} ${figure.unit} (${sign} ${figure.bound})  ${figure.detail}`,
  );
  process.send?.({ kind: 'figure', figure, reached });
}

/** Reports that a peer is not installed. */
export function skip(name: string, how: string): void {
  console.log(`skipped  ${name}: ${how}`);
  process.send?.({ kind: 'skipped', name, how });
}

export function show(number: number): string {
  return number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2);
}

export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5);
}

/**
 * Ratio of the times of two tasks, measured in alternating pairs: the median of the pairs. The speed of a shared machine
 * changes from minute to minute, which affects both tasks of a pair alike.
 */
export function medianRatio(times: readonly number[], others: readonly number[]): number {
  return median(times.map((time, round) => time / (others[round] ?? Number.NaN)));
}

/** Duration of a task in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Runs things in turn, several times (A B A B …), so that other load on the machine affects all of them alike. Pending
 * writes of one are flushed before the next one's turn, and do not count.
 * @param between cleans up after each turn, which does not count either
 * @returns the times of each, in milliseconds
 */
export async function interleaved<Name extends string>(
  rounds: number,
  things: Readonly<Record<Name, () => unknown>>,
  between: () => unknown = () => {},
): Promise<Record<Name, number[]>> {
  const names = Object.keys(things) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      times[name].push(await timed(things[name]));
      await between();
      await run('sync').catch(() => {});
    }
  }
  return times;
}

export function seconds(milliseconds: number): string {
  return `${show(milliseconds / 1000)} s`;
}

/** Drops the system's page cache. @returns whether it could */
export async function dropFileCache(paths: readonly string[]): Promise<boolean> {
  try {
    await run('sync');
    for (const path of paths) await run('dd', [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none']);
    return true;
  } catch {
    return false;
  }
}

/** Pseudo-random numbers with a fixed seed. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Current and peak resident memory of a process in MiB (Linux only; 0 elsewhere). */
export function residentMemory(pid: number | 'self' = 'self'): { readonly now: number; readonly peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
    return { now: of('VmRSS'), peak: of('VmHWM') };
  } catch {
    return { now: 0, peak: 0 };
  }
}

/** Resets the system's peak memory of the process (Linux, as its owner). */
export async function resetPeak(): Promise<void> {
  const { writeFile } = await import('node:fs/promises');
  await writeFile('/proc/self/clear_refs', '5').catch(() => {});
}

/** Longest stall of the event loop since the last call, in milliseconds. */
export function watchLoop(): () => number {
  let longest = 0;
  let last = performance.now();
  const interval = 5;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - interval);
    last = now;
  }, interval);
  timer.unref();
  return () => {
    const found = longest;
    longest = 0;
    return found;
  };
}
