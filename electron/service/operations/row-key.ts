import { formOf } from '#shared/replacement.ts';
import type { LongWork } from '../../lib/long-work.ts';
import type { StoredVersion } from '../files/stored-version.ts';
import type { DiffSummary } from '../rows/diffs/diff-plan.ts';
import type { RowStore } from '../rows/row-store.ts';
import { InvalidFilterError } from '../rows/views/filter-to-sql.ts';

/** Names of identifier columns in data of many languages. */
const idName = /(^|[_\s.-])(id|ids|key|code|uuid|guid|nr|no|num|number|nummer|numero|fips|geoid|isin|iata|icao|slug)$/i;
const idCamelName = /[a-z](Id|ID|Key|Code|Nr|No)$/;

/** Names of the dimensions of statistics: time and place. */
const dimensionName =
  /^(date|day|week|month|quarter|year|time|period|time_period|jahr|monat|tag|datum|annee|mois|jour|anno|mese|giorno|fecha|mes|geo|region|country|land|canton|kanton|state|sex|age|unit(?!s)|freq)/i;

const namesId = (name: string) => name.toLowerCase() === 'id' || idName.test(name) || idCamelName.test(name);
/** Whether a column is named like an identifier or a dimension. */
const namesKey = (name: string) => namesId(name) || dimensionName.test(name);

/** Maximum number of keys tried. */
const maxGuesses = 20;
/** Maximum number of columns at the beginning that are tried whatever their names. */
const maxFirstColumns = 6;

/** Sets of columns that may identify the rows of both versions, the most likely first. */
function likelyKeys(before: StoredVersion, after: StoredVersion): string[][] {
  const old = new Map(before.columns.map((column) => [column.name, column]));
  const shared = after.columns.filter((column) => {
    const was = old.get(column.name);
    return was !== undefined && formOf(was.type) === formOf(column.type);
  });
  const names = shared.filter(({ type }) => type !== 'geometry' && type !== 'float').map(({ name }) => name);
  const ids = names.filter(namesId);
  const dimensions = names.filter((name) => dimensionName.test(name));
  const texts = shared.filter(({ type }) => formOf(type) === 'text').map(({ name }) => name);
  const guesses = [
    ...ids.slice(0, 2).map((name) => [name]),
    ...(ids.length > 1 ? [ids] : []),
    ...(dimensions.length > 0 ? [[...new Set([...ids, ...dimensions])]] : []),
    ...(dimensions.length > 0 ? [[...new Set([...texts, ...dimensions])]] : []),
    ...(texts.length > 1 ? [texts] : []),
    ...names.slice(0, maxFirstColumns).map((name) => [name]),
    ...names.slice(0, maxFirstColumns).map((_, at) => names.slice(0, at + 1)),
  ].map((guess) => names.filter((name) => guess.includes(name)));
  const seen = new Set<string>();
  return guesses
    .filter(
      (guess) =>
        guess.length > 0 && guess.length < shared.length && !seen.has(guess.join('\n')) && seen.add(guess.join('\n')),
    )
    .slice(0, maxGuesses);
}

/** Whether every row of both versions has a value in these columns, and no two rows the same ones. */
async function isKeyOfBoth(
  rows: RowStore,
  versions: readonly StoredVersion[],
  key: readonly string[],
  work: LongWork,
): Promise<boolean> {
  for (const version of versions) if (!(await rows.open(version).isKey(key, work))) return false;
  return true;
}

/** A key without the columns that it does not need, such as texts that only happen to be in every row. */
async function shortest(
  key: readonly string[],
  isKey: (key: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
  let kept = key;
  const removable = key.filter((name) => !namesKey(name));
  for (const name of removable.toReversed()) {
    const shorter = kept.filter((one) => one !== name);
    if (shorter.length > 0 && (await isKey(shorter))) kept = shorter;
  }
  return kept;
}

/** A comparison of two versions, and the key to be kept for the dataset: null if none is known. */
interface KeyedDiff {
  readonly diff: DiffSummary;
  readonly key: readonly string[] | null;
}

/**
 * Compares two versions by the dataset's key; without one, or if it does not fit these versions, by the columns that
 * match most rows; if no columns identify rows, whole rows are compared.
 * @param kept the dataset's key; empty if whole rows are compared, null if it was never found
 */
export async function diffByKey(
  rows: RowStore,
  before: StoredVersion,
  after: StoredVersion,
  kept: readonly string[] | null,
  work: LongWork,
): Promise<KeyedDiff> {
  const diffBy = async (key: readonly string[]) => {
    try {
      return await rows.open(before).diff(after, key, work);
    } catch (error) {
      // Values are repeated or missing, or a column was removed: it is not a key of these versions.
      if (error instanceof InvalidFilterError) return null;
      throw error;
    }
  };
  const known = kept === null ? null : await diffBy(kept);
  if (known !== null) return { diff: known, key: kept };
  const isKey = (key: readonly string[]) => isKeyOfBoth(rows, [before, after], key, work);
  let best: DiffSummary | null = null;
  for (const guess of likelyKeys(before, after)) {
    if (!(await isKey(guess))) continue;
    const diff = await diffBy(await shortest(guess, isKey));
    if (diff === null) continue;
    // Every row of the smaller version is matched.
    const isFull = Math.min(diff.added, diff.removed) === 0;
    // Values that only happen to be unique find no change: each changed row would be added and removed.
    if (!isFull && diff.changed === 0 && !diff.key.some(namesKey)) continue;
    if (best === null || diff.added + diff.removed < best.added + best.removed) best = diff;
    if (isFull) break;
  }
  // A key that does not fit this time is kept; if none was found, the next comparison tries again.
  if (best === null) return { diff: await rows.open(before).diff(after, [], work), key: kept };
  return { diff: best, key: kept ?? best.key };
}
