import countryCodes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import words from '../columns/words.json' with { type: 'json' };

/** What headings are groups of, which names the column that they become. */
export type GroupKind = 'sex' | 'age' | 'country' | 'state' | 'region' | 'industry';

/** Headings that are groups of one kind. */
export interface FoundGroups {
  readonly kind: GroupKind;
  /** Those that are, without the total of all. */
  readonly own: readonly string[];
  /** Whether they can be nothing else. */
  readonly certain: boolean;
}

interface Rule {
  readonly kind: GroupKind;
  readonly is: (heading: string) => boolean;
  /** Fewer may be there by chance. */
  readonly least: number;
  /** Whether so many of them can be nothing else. */
  readonly isCertain: (own: readonly string[]) => boolean;
}

const totals = new Set([...words.totals, ...words.totalsOfGroups]);

/** Whether a heading is the total or mean of all groups, or of all periods. */
export function isTotalOfGroups(heading: string): boolean {
  return totals.has(heading.trim().toLowerCase().replaceAll(' ', '-'));
}

/** Words for people; those for a quality, such as `male`, may also be a column of yes and no. */
const people = new Set(words.peopleBySex);
const sexes = new Set([...words.peopleBySex, ...words.sexes]);

const unit = '(?:years?|jahren?|ans|años|anni|anos)';
const ageWord = new RegExp(`(?<!\\p{L})(?:y|aged?|alter|âge|edad|età|idade|old|${unit})(?!\\p{L})`, 'iu');
const some = `\\d{1,3}(?: ${unit})?`;
const range = [
  `${some} ?(?:-|–|to(?: under)?|bis(?: unter)?|à|a|al) ?${some}`,
  `${some} ?(?:\\+|and over|or older|und mehr|und älter|et plus|y más|e più|e oltre)`,
  `(?:under|unter|moins de|menos de|meno di|<) ?${some}`,
  `(?:over|über|plus de|más de|>=?) ?${some}`,
].join('|');
const isAge = new RegExp(`^(?:y|aged?|alter|âge|edad|età)? ?(?:${range})(?: old)?$`, 'iu');

/** Ages that follow each other. Without a word for them, other classes of size may be meant, whose last one is larger. */
function areAges(own: readonly string[]): boolean {
  const bounds = own.map((heading) => (heading.match(/\d+/g) ?? []).map(Number));
  const follow = bounds.slice(1).every(([low = 0], at) => {
    const [from = 0, to = from - 1] = bounds[at] ?? [];
    // `15 bis unter 65` comes before `65`.
    return low === to + 1 || (low === to && /under|unter/i.test(own[at] ?? ''));
  });
  const last = bounds.at(-1) ?? [];
  const isOldest = last.length === 1 && (last[0] ?? 0) >= 60 && (last[0] ?? 0) < 100;
  return follow && (isOldest || own.some((heading) => ageWord.test(heading)));
}

/** Codes of countries with two letters or three (ISO 3166), and those that Eurostat has for two of them. */
const countries = new Set([
  'EL',
  'UK',
  ...(countryCodes as string[][]).flatMap(([two = '', three = '']) => [two, three]),
]);
const states = new Set(words.usStates);
/** Countries with regions in the nomenclature of the European Union (NUTS). */
const withRegions = new Set(words.nutsCountries);

function isRegion(heading: string): boolean {
  return /^[A-Z]{2}(?=[0-9A-Z]*\d)[0-9A-Z]{1,3}$/.test(heading) && withRegions.has(heading.slice(0, 2));
}

/** The divisions of each section of NACE, which those of ISIC are too: `C` has 10 to 33. */
const divisions: Readonly<Record<string, readonly [number, number]>> = {
  ...{ A: [1, 3], B: [5, 9], C: [10, 33], D: [35, 35], E: [36, 39], F: [41, 43], G: [45, 47], H: [49, 53] },
  ...{ I: [55, 56], J: [58, 63], K: [64, 66], L: [68, 68], M: [69, 75], N: [77, 82], O: [84, 84], P: [85, 85] },
  ...{ Q: [86, 88], R: [90, 93], S: [94, 96], T: [97, 98], U: [99, 99] },
};

/** `C`, `C10`, `C10.1`, and ranges: `B-E`, `C10-C12`, `C10_C11`. */
function isIndustry(heading: string): boolean {
  const parts = heading.split(/[-–_]/);
  return (
    parts.length <= 2 &&
    parts.every((part) => {
      const [, letter = '', division] = /^([A-U])(?:(\d\d)(?:\.\d{1,2})?)?$/.exec(part) ?? [];
      const [from = 1, to = 0] = divisions[letter] ?? [];
      return division === undefined ? from <= to : from <= Number(division) && Number(division) <= to;
    })
  );
}

const rules: readonly Rule[] = [
  {
    kind: 'sex',
    is: (heading) => sexes.has(heading.toLowerCase()),
    least: 2,
    isCertain: (own) => own.every((heading) => people.has(heading.toLowerCase())),
  },
  { kind: 'age', is: (heading) => isAge.test(heading), least: 3, isCertain: areAges },
  { kind: 'country', is: (heading) => countries.has(heading), least: 8, isCertain: () => true },
  { kind: 'state', is: (heading) => states.has(heading), least: 8, isCertain: () => true },
  {
    kind: 'region',
    is: isRegion,
    least: 4,
    // Those of one country may be channels or zones.
    isCertain: (own) => own.length >= 8 && new Set(own.map((code) => code.slice(0, 2))).size > 1,
  },
  {
    kind: 'industry',
    is: (heading) => isIndustry(heading),
    least: 4,
    isCertain: () => false,
  },
];

/** Letters alone are the sections of industries only if nearly all are there. */
const mostLetters = 19;

function areEnough(headings: readonly string[], least: number): boolean {
  return headings.length >= least && (headings.length >= mostLetters || headings.some((one) => one.trim().length > 1));
}

/** The headings, of whatever else, that are groups of the kind that most of them have; null for none. */
export function groupsAmong(headings: readonly string[]): FoundGroups | null {
  const different = [...new Set(headings)];
  const found = rules
    .map(({ kind, is, least, isCertain }) => {
      const own = different.filter((heading) => is(heading.trim()));
      return { kind, own: areEnough(own, least) ? own : [], isCertain };
    })
    .sort((one, other) => other.own.length - one.own.length);
  const [best, next] = found;
  if (best === undefined || best.own.length === 0) return null;
  const { kind, own, isCertain } = best;
  return { kind, own, certain: next?.own.length !== own.length && isCertain(own) };
}

/** What headings are groups of if all are, apart from the total; null otherwise. */
export function groupKey(headings: readonly string[]): GroupKind | null {
  const others = [...new Set(headings.filter((heading) => !isTotalOfGroups(heading)))];
  const fits = rules.find(({ kind, is, least }) => {
    // Two sexes, by letters too, or two ages are enough beside periods.
    const isPeople = kind === 'sex' || kind === 'age';
    return (isPeople ? others.length > 1 : areEnough(others, least)) && others.every((one) => is(one.trim()));
  });
  return fits?.kind ?? null;
}

const keyWords: Readonly<Record<GroupKind, RegExp>> = {
  sex: /^(?:sex|gender|geschlecht|sexe|sesso|sexo|genere|género|genre)$/iu,
  age: /^(?:ages?|age[ _](?:group|class)e?s?|alter|altersgruppen?|âge|tranche d[’']âge|età|classi? di età|edad|idade)$/iu,
  country: /^(?:countr(?:y|ies)|land|länder|staat(?:en)?|pays|paes[ei]|país(?:es)?|geo)$/iu,
  state: /^(?:states?)$/iu,
  region: /^(?:regions?|region(?:en)?|nuts(?: ?[0-3])?|régions?|region[ei]|regi[óo]n(?:es)?|geo)$/iu,
  industry:
    /^(?:industr(?:y|ies)|sectors?|sections?|nace.{0,8}|isic.{0,8}|branchen?|wirtschaftszweige?|wz.{0,8}|secteurs?|settor[ei]|sector(?:es)?)$/iu,
};

/** Whether a name is that of a column of such groups. */
export function isNameOf(kind: GroupKind, name: string): boolean {
  return keyWords[kind].test(name.trim());
}

/** Whether a name is that of a column of groups of any kind. */
export function isNameOfGroups(name: string): boolean {
  return rules.some(({ kind }) => isNameOf(kind, name));
}
