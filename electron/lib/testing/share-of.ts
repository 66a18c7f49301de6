/**
 * A share of many cases, evenly spread, so that the whole suite stays quick; all of them if `ALMANAC_ALL_CASES` is set,
 * as before a release.
 * @param every takes one case out of this many, beginning with the first
 */
export function shareOf<Case>(cases: readonly Case[], every: number): Case[] {
  return cases.filter((_, at) => process.env.ALMANAC_ALL_CASES !== undefined || at % every === 0);
}
