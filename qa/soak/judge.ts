/** What a service used at one moment of a long run. */
export interface Sample {
  /** Seconds since the first request. */
  readonly at: number;
  readonly figures: Figures;
}

/** Memory and disk in bytes, latencies of a page in milliseconds. */
export type Figures = Readonly<Record<Measure, number>>;

interface Bound {
  /** How many times as much is allowed, and how much beyond. */
  readonly times: number;
  readonly beyond: number;
  readonly unit: 'MB' | 'ms' | '';
}

const megabyte = 1_000_000;

/**
 * How much more than in the second quarter of a run may be used in the last one. What is beyond is noise: of the
 * garbage collector, of caches that are just being emptied, of other programs on the machine.
 */
export const bounds = {
  rss: { times: 1.2, beyond: 40 * megabyte, unit: 'MB' },
  pss: { times: 1.2, beyond: 40 * megabyte, unit: 'MB' },
  handles: { times: 1.2, beyond: 30, unit: '' },
  threads: { times: 1.1, beyond: 4, unit: '' },
  processes: { times: 1, beyond: 3, unit: '' },
  catalogue: { times: 1.2, beyond: 2 * megabyte, unit: 'MB' },
  versions: { times: 1.5, beyond: 10 * megabyte, unit: 'MB' },
  cache: { times: 1.5, beyond: 20 * megabyte, unit: 'MB' },
  others: { times: 1.2, beyond: 5 * megabyte, unit: 'MB' },
  // The fastest tenth hardly depends on other programs of the machine; the others do.
  p10: { times: 1.5, beyond: 10, unit: 'ms' },
  p50: { times: 1.6, beyond: 200, unit: 'ms' },
  p95: { times: 1.6, beyond: 600, unit: 'ms' },
} as const satisfies Record<string, Bound>;

export type Measure = keyof typeof bounds;
export const measures = Object.keys(bounds) as Measure[];

/** The middle value; 0 for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}

/** A figure with its unit, such as `212 MB`. */
export function inUnits(measure: Measure, value: number): string {
  const { unit }: Bound = bounds[measure];
  if (unit === 'MB') return `${(value / megabyte).toFixed(1)} MB`;
  return unit === 'ms' ? `${value.toFixed(1)} ms` : String(Math.round(value));
}

/** A measure in the second and the last quarter of a run. */
export interface Trend {
  readonly measure: Measure;
  readonly before: number;
  readonly after: number;
  readonly hasGrown: boolean;
}

/** Fewer samples say nothing. */
export const leastSamples = 12;

/**
 * Compares the last quarter of a run with the second one; the first is the warm-up.
 * @throws if there are too few samples
 */
export function trendsOf(samples: readonly Sample[]): Trend[] {
  if (samples.length < leastSamples)
    throw new Error(`${samples.length} samples are too few for a verdict; at least ${leastSamples} are needed.`);
  const end = samples.at(-1)?.at ?? 0;
  const quarter = (number: number) =>
    samples.filter(({ at }) => at > ((number - 1) * end) / 4 && at <= (number * end) / 4);
  const [second, last] = [quarter(2), quarter(4)];
  return measures.map((measure) => {
    const middle = (part: readonly Sample[]) => median(part.map(({ figures }) => figures[measure]));
    const [before, after] = [middle(second), middle(last)];
    const { times, beyond } = bounds[measure];
    return { measure, before, after, hasGrown: after > before * times + beyond };
  });
}
