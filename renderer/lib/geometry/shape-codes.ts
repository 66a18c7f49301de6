import countryCodes from 'i18n-iso-countries/codes.json';
import countryNames from 'i18n-iso-countries/langs/en.json';
import aliases from './country-aliases.json';
import usStates from './us-states.json';

/** Outlines that come with the program. */
export type ShapeSet = 'countries' | 'us-states';

/** Which outlines the values of a column name, and which of them each names. */
export interface ShapeCodes {
  readonly set: ShapeSet;
  /** The number of the country (ISO 3166-1) or state (FIPS) by the value; values that name none are not in it. */
  readonly ids: ReadonlyMap<string, string>;
}

type CountryCode = readonly [two: string, three: string, number: string];
const countries = countryCodes as unknown as readonly CountryCode[];

/** The name of a country in a language. @param id its number (ISO 3166-1); null if it has none */
export function countryName(id: string, locale: string): string | null {
  const code = countries.find(([, , number]) => number === id)?.[0];
  return code === undefined ? null : (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? null);
}

/** What distinguishes two countries of the same name stands behind a comma. */
const doubled = /^(Korea|Congo), (.*)$/;
const afterComma = /^([^,]*),.*$/;

/** Without accents, punctuation and what differs between lists. */
function plainName(name: string): string {
  return name
    .replace(doubled, '$2 $1')
    .replace(afterComma, '$1')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\([^()]*\)|^the /g, '')
    .replace(/&/g, 'and')
    .replace(/[^a-z ]/g, '')
    .replace(/\bst\b/g, 'saint')
    .trim();
}

/** A way to write codes: the set that it names, and the ids by the text in its plain form. */
interface Scheme {
  readonly set: ShapeSet;
  readonly plain: (text: string) => string;
  readonly ids: ReadonlyMap<string, string>;
}

let known: readonly Scheme[] | null = null;

function schemes(): readonly Scheme[] {
  const upper = (text: string) => text.toUpperCase();
  const ofCountries = (plain: Scheme['plain'], ids: readonly (readonly [string, string])[]): Scheme => ({
    set: 'countries',
    plain,
    ids: new Map(ids),
  });
  const ofStates = (plain: Scheme['plain'], by: keyof (typeof usStates)[number]): Scheme => ({
    set: 'us-states',
    plain,
    ids: new Map(usStates.map((state) => [plain(state[by]), state.id])),
  });
  known ??= [
    // Eurostat and the postal union have codes of their own.
    ofCountries(upper, [...countries.map(([two, , id]) => [two, id] as const), ...Object.entries(aliases.codes)]),
    ofCountries(
      upper,
      countries.map(([, three, id]) => [three, id]),
    ),
    ofCountries(
      (text) => text.padStart(3, '0'),
      countries.map(([, , id]) => [id, id]),
    ),
    ofCountries(plainName, [...namesOfCountries(), ...Object.entries(aliases.names)]),
    ofStates((text) => text.padStart(2, '0'), 'id'),
    ofStates((text) => upper(text).replace(/^US-/, ''), 'postal'),
    ofStates(plainName, 'name'),
  ];
  return known;
}

function namesOfCountries(): [string, string][] {
  const ids = new Map(countries.map(([two, , id]) => [two, id]));
  return Object.entries(countryNames.countries).flatMap(([two, names]) =>
    [names].flat().map((name): [string, string] => [plainName(name), ids.get(two) ?? '']),
  );
}

/**
 * Which countries or states the values of a column name: by the one way to write them that fits most values, so that
 * `01` is either a state or nothing.
 * @returns null if no value names any
 */
export function shapeCodesOf(values: readonly (string | number)[]): ShapeCodes | null {
  let best: ShapeCodes | null = null;
  for (const { set, plain, ids } of schemes()) {
    const found = values.flatMap((value): [string, string][] => {
      const id = ids.get(plain(String(value).trim()));
      return id === undefined ? [] : [[String(value), id]];
    });
    if (found.length > (best?.ids.size ?? 0)) best = { set, ids: new Map(found) };
  }
  return best;
}
