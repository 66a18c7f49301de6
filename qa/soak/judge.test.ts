import { describe, expect, it } from 'vitest';
import { type Figures, leastSamples, type Measure, measures, type Sample, trendsOf } from './judge.ts';

const steady: Figures = {
  rss: 300e6,
  pss: 320e6,
  handles: 60,
  threads: 40,
  processes: 2,
  catalogue: 1e6,
  versions: 30e6,
  cache: 60e6,
  others: 1e6,
  p10: 2,
  p50: 4,
  p95: 20,
};

/** A run of which one measure grows by a share of its first value over the whole time. */
function runOf(measure: Measure | null, growth: (share: number) => number): Sample[] {
  return Array.from({ length: 40 }, (_, at) => {
    const noise = 1 + 0.05 * Math.sin(at * 7);
    const figures = Object.fromEntries(measures.map((name) => [name, steady[name] * noise])) as Record<Measure, number>;
    if (measure !== null) figures[measure] += growth(at / 39);
    return { at: at + 1, figures };
  });
}

const grown = (samples: readonly Sample[]) =>
  trendsOf(samples)
    .filter(({ hasGrown }) => hasGrown)
    .map(({ measure }) => measure);

describe('The verdict of a long run', () => {
  it('is good if nothing grows', () => {
    expect(grown(runOf(null, () => 0))).toEqual([]);
  });

  it.each<[Measure, number]>([
    ['rss', 250e6],
    ['pss', 250e6],
    ['handles', 120],
    ['threads', 30],
    ['processes', 10],
    ['catalogue', 6e6],
    ['versions', 90e6],
    ['cache', 180e6],
    ['others', 20e6],
    ['p10', 60],
    ['p50', 900],
    ['p95', 3_000],
  ])('names %s if that leaks, and nothing else', (measure, growth) => {
    expect(grown(runOf(measure, (share) => share * growth))).toEqual([measure]);
  });

  it('forgives what is taken in the first quarter, or for a moment', () => {
    expect(grown(runOf('rss', (share) => Math.min(share, 0.25) * 2e9))).toEqual([]);
    expect(grown(runOf('rss', (share) => (share > 0.78 && share < 0.85 ? 2e9 : 0)))).toEqual([]);
  });

  it('is refused if there are too few samples', () => {
    expect(() => trendsOf(runOf(null, () => 0).slice(0, leastSamples - 1))).toThrow(/too few/);
  });
});
