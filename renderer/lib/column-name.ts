import type { DataColumn } from './data-column.ts';

/** The words of a name: `TIME_PERIOD`, `birthYear` and `Birth year` are two each. */
export function nameWords(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}%$€£]+/u)
    .filter((word) => word !== '');
}

export function listedWords(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Words of names whose columns have codes. */
export const codeWords = listedWords(
  'id ids cap identifier code codes key uuid guid zip zipcode postcode postal plz fips iata icao isbn issn ean sku nuts isin phone telephone url uri link href hash index row rownum objectid fid gid serial tz clave código codigo schlüssel kennung identifiant codice identificativo',
);
const yearWords = listedWords('year years yr yrs anno año anios année annee jahr jaar rok vuosi år aasta év period');

export function hasWord(words: ReadonlySet<string>, found: readonly string[]): boolean {
  return found.some((word) => words.has(word));
}

/** Whether a name says that its column has codes, which have the name of what they are of beside them. */
export function isCodeName({ name, label }: Pick<DataColumn, 'name' | 'label'>): boolean {
  return hasWord(codeWords, [...nameWords(name), ...nameWords(label)]);
}

export function isYearName({ name, label }: Pick<DataColumn, 'name' | 'label'>): boolean {
  return hasWord(yearWords, [...nameWords(name), ...nameWords(label)]);
}
