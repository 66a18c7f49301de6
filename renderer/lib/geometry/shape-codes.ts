import countryCodes from 'i18n-iso-countries/codes.json';
import countryNames from 'i18n-iso-countries/langs/en.json';

/** Outlines that come with the program. */
export type ShapeSet = 'countries' | 'us-states';

/** Which outlines the values of a column name, and which of them each names. */
export interface ShapeCodes {
  readonly set: ShapeSet;
  /** The number of the country (ISO 3166-1) or state (FIPS) by the value; values that name none are not in it. */
  readonly ids: ReadonlyMap<string, string>;
}

/** The states of the United States: number (FIPS) and postal code. */
const states =
  '01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD 25MA 26MI 27MN 28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX 49UT 50VT 51VA 53WA 54WV 55WI 56WY'
    .split(' ')
    .map((text) => [text.slice(0, 2), text.slice(2)] as const);
const stateNames =
  'Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,District of Columbia,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming'.split(
    ',',
  );

/** The name of a country in a language. @param id its number (ISO 3166-1); null if it has none */
export function countryName(id: string, locale: string): string | null {
  const code = countryCodes.find(([, , number]) => number === id)?.[0];
  return code === undefined ? null : (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? null);
}

/** Codes of Eurostat and of the postal union that differ from ISO 3166, and usual names. */
const otherCodes = { UK: '826', EL: '300' } as const;
const otherNames: Readonly<Record<string, string>> = {
  'south korea': '410',
  'north korea': '408',
  russia: '643',
  vietnam: '704',
  laos: '418',
  syria: '760',
  iran: '364',
  bolivia: '068',
  venezuela: '862',
  tanzania: '834',
  moldova: '498',
  'czech republic': '203',
  'ivory coast': '384',
  'cape verde': '132',
  swaziland: '748',
  macedonia: '807',
  burma: '104',
  turkey: '792',
  'dr congo': '180',
  'dem rep congo': '180',
  'rep congo': '178',
  'rep korea': '410',
  'dem peoples rep korea': '408',
};

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
  known ??= [
    {
      set: 'countries',
      plain: (text) => text.toUpperCase(),
      ids: new Map([
        ...countryCodes.map(([two, , id]) => [two, id] as [string, string]),
        ...Object.entries(otherCodes),
      ]),
    },
    {
      set: 'countries',
      plain: (text) => text.toUpperCase(),
      ids: new Map(countryCodes.map(([, three, id]) => [three, id] as [string, string])),
    },
    {
      set: 'countries',
      plain: (text) => text.padStart(3, '0'),
      ids: new Map(countryCodes.map(([, , id]) => [id, id] as [string, string])),
    },
    { set: 'countries', plain: plainName, ids: new Map([...namesOfCountries(), ...Object.entries(otherNames)]) },
    {
      set: 'us-states',
      plain: (text) => text.padStart(2, '0'),
      ids: new Map(states.map(([id]) => [id, id])),
    },
    {
      set: 'us-states',
      plain: (text) => text.toUpperCase().replace(/^US-/, ''),
      ids: new Map(states.map(([id, postal]) => [postal, id])),
    },
    {
      set: 'us-states',
      plain: plainName,
      ids: new Map(stateNames.map((name, at) => [plainName(name), states[at]?.[0] ?? ''])),
    },
  ];
  return known;
}

function namesOfCountries(): [string, string][] {
  const ids = new Map(countryCodes.map(([two, , id]) => [two, id] as [string, string]));
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
