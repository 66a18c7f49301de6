import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { root } from '../../build/paths.ts';
import { Program, type Served } from '../program.ts';
import { inUnits, leastSamples, measures, median, type Sample, trendsOf } from './judge.ts';
import { type Load, openChangingSource, prepare, runLoad, startFollowing, timePage } from './load.ts';
import { usageOf } from './measure.ts';

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  /** File for the series of samples: JSON, one a line. */
  readonly series: string;
}

/** What derived files may take on the disk, so that a run reaches that bound soon. */
const cacheSize = '48M';
/** Milliseconds between two measurements of a page. */
const pageMs = 500;

/**
 * Runs a service under mixed load, and prints a line of figures with what has grown.
 * @returns whether nothing has grown, and nothing failed
 */
export async function soak({ minutes, seed, series }: SoakOptions): Promise<boolean> {
  const home = await mkdtemp(path.join(tmpdir(), 'almanac-soak-'));
  const random = seededRandom(seed);
  const stop = new AbortController();
  const source = await openChangingSource(random);
  const program = new Program(root, home);
  let served: Served | null = null;
  const interrupt = () => stop.abort(new Error('The run was interrupted.'));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    await program.run(['user', 'add', 'staff', '--staff', '--data', program.data], {
      input: 'A long password of words 1\n',
    });
    const token = (await program.run(['user', 'token', 'staff', '--data', program.data])).trim();
    served = await program.serve(['--cache-size', cacheSize]);
    const { url } = served;
    const { data } = program;
    const load: Load = { url, token, data, work: home, random, signal: stop.signal, done: new Map() };
    await prepare(load);
    await startFollowing(load, source.address);
    const running = runLoad(load, (words) => program.run(words, { signal: stop.signal }));
    const unexpected = served.ended.then((error) => {
      if (!stop.signal.aborted) throw new Error(`The service ended:\n${error}`);
    });
    const samples = await Promise.race([
      sampled(load, served.pid, minutes),
      // Neither ends before the run, unless it fails.
      running.then(() => never()),
      unexpected.then(() => never()),
    ]);
    stop.abort();
    await running;
    await writeFile(series, samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''));
    return report(samples, load, minutes, seed);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    stop.abort();
    source.close();
    await served?.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

const never = () => new Promise<never>(() => {});

/** Samples of a run: 120, or one every two seconds of a short one. */
async function sampled(load: Load, pid: number, minutes: number): Promise<Sample[]> {
  const started = performance.now();
  const everyMs = Math.max(2_000, (minutes * 60_000) / 120);
  const samples: Sample[] = [];
  while (performance.now() - started < minutes * 60_000 || samples.length < leastSamples) {
    const end = started + (samples.length + 1) * everyMs;
    const pages: number[] = [];
    while (performance.now() < end) {
      pages.push(await timePage(load));
      await sleep(pageMs);
    }
    pages.sort((one, other) => one - other);
    const figures = {
      ...usageOf(pid, load.data),
      p10: pages[Math.floor(pages.length * 0.1)] ?? 0,
      p50: median(pages),
      p95: pages[Math.floor(pages.length * 0.95)] ?? 0,
    };
    const sample = { at: Math.round((performance.now() - started) / 1_000), figures };
    samples.push(sample);
    console.error(`${sample.at} s: ${measures.map((one) => `${one} ${inUnits(one, figures[one])}`).join(', ')}`);
  }
  return samples;
}

function report(samples: readonly Sample[], load: Load, minutes: number, seed: number): boolean {
  const trends = trendsOf(samples);
  const grown = trends.filter(({ hasGrown }) => hasGrown);
  const figures = trends.map(
    ({ measure, before, after }) => `${measure} ${inUnits(measure, before)} → ${inUnits(measure, after)}`,
  );
  const done = [...load.done].map(([kind, number]) => `${number} ${kind}`);
  for (const { measure, before, after } of grown)
    console.error(`${measure} grew from ${inUnits(measure, before)} to ${inUnits(measure, after)}.`);
  console.log(
    `Soak of ${minutes} minutes, seed ${seed}: ${done.join(', ')}; ${figures.join(', ')}; ` +
      (grown.length === 0 ? 'nothing grew' : `grew: ${grown.map(({ measure }) => measure).join(', ')}`),
  );
  return grown.length === 0;
}
