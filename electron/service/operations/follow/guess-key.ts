import type { StoredVersion } from '../../store/row-store.ts';

/** Names of identifier columns in data of many languages. */
const idName = /(^|[_\s.-])(id|ids|key|code|uuid|guid|nr|no|num|number|nummer|numero|fips|geoid|isin|iata|icao|slug)$/i;
const idCamelName = /[a-z](Id|ID|Key|Code|Nr|No)$/;

/** Names of the dimensions of statistics: time and place. */
const dimensionName =
  /^(date|day|week|month|quarter|year|time|period|time_period|jahr|monat|tag|datum|annee|mois|jour|anno|mese|giorno|fecha|mes|geo|region|country|land|canton|kanton|state|sex|age|unit|freq)/i;

/** Maximum number of keys tried: each costs a comparison. */
const maxGuesses = 6;

/**
 * Sets of columns that may identify the rows of both versions, the most likely first. The comparison itself determines
 * whether one does.
 */
export function likelyKeys(before: StoredVersion, after: StoredVersion): string[][] {
  const old = new Map(before.columns.map((column) => [column.name, column]));
  const shared = after.columns.filter((column) => {
    const was = old.get(column.name);
    return was !== undefined && (was.type === column.type || isText(was.type, column.type));
  });
  const names = shared.filter(({ type }) => type !== 'geometry' && type !== 'float').map(({ name }) => name);
  const ids = names.filter((name) => name.toLowerCase() === 'id' || idName.test(name) || idCamelName.test(name));
  const dimensions = names.filter((name) => dimensionName.test(name));
  const texts = shared.filter(({ type }) => isText(type, type)).map(({ name }) => name);
  const guesses = [
    ...ids.slice(0, 2).map((name) => [name]),
    ...(ids.length > 1 ? [ids] : []),
    ...(dimensions.length > 0 ? [[...new Set([...ids, ...dimensions])]] : []),
    ...(dimensions.length > 0 ? [[...new Set([...texts, ...dimensions])]] : []),
    ...(names[0] === undefined ? [] : [[names[0]]]),
    ...(texts.length > 1 ? [texts] : []),
  ].map((guess) => names.filter((name) => guess.includes(name)));
  const seen = new Set<string>();
  return guesses
    .filter(
      (guess) =>
        guess.length > 0 && guess.length < shared.length && !seen.has(guess.join('\n')) && seen.add(guess.join('\n')),
    )
    .slice(0, maxGuesses);
}

function isText(one: string, other: string): boolean {
  const texts = ['char', 'text'];
  return texts.includes(one) && texts.includes(other);
}
