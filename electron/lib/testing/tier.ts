/*
 * Which tests run. The quick tier is what `npm test` runs: every file of tests but those called `*.long.test.ts` and
 * `*.long.spec.ts`, with fixed seeds. `npm run test:all` runs all files, each with all its cases and a new seed.
 */

/** Whether everything runs; only then are long lists of cases tried as a whole. */
export const runsAll = process.env.ALMANAC_TIER === 'all';

/**
 * The seed of everything random in a test: fixed in the quick tier, new in each run of `npm run test:all`, which prints
 * it. `ALMANAC_SEED` repeats a run.
 */
export const seed = Number(process.env.ALMANAC_SEED ?? 20_140_306);

/**
 * How many random cases a test tries.
 * @param quick in the quick tier
 * @param all when everything runs; `ALMANAC_TIMES=10` tries ten times as many
 */
export function caseCount(quick: number, all: number): number {
  return runsAll ? Math.ceil(all * Number(process.env.ALMANAC_TIMES ?? 1)) : quick;
}

/**
 * A share of many cases, evenly spread, in the quick tier; otherwise all of them.
 * @param every takes one case out of this many, beginning with the first
 */
export function shareOf<Case>(cases: readonly Case[], every: number): Case[] {
  return cases.filter((_, at) => runsAll || at % every === 0);
}
