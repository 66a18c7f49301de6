/** Languages whose month names are read. A name that two of them use for different months is not read. */
const languages = 'en de de-AT fr it es pt nl sv da nb fi pl cs ru'.split(' ');
/** Common names that are not in the Unicode CLDR. */
const others = { sept: 9, mrz: 3, feber: 2 };

/** Months, from 1, by their full and short names (Unicode CLDR), in lower case, with and without accents. */
export const monthsByName: ReadonlyMap<string, number> = gather();

/** Alternatives of a pattern for all of {@link monthsByName}, longest first. */
export const monthNames = [...monthsByName.keys()].sort((a, b) => b.length - a.length).join('|');

/**
 * A day with the name of its month in any language, as in `1. Januar 2020`, `3 de marzo de 2020` and `March 3, 2020`; a
 * pattern in lower case for both JavaScript and the engine.
 * @param digit pattern of one digit
 */
export function namedDay(digit: string): string {
  const before = `(?:${digit}{1,2})(?:\\. ?|(?:º|°|er|re|st|nd|rd|th)?[ -])(?:de |of |d['’])?`;
  return `(?:${before}(?:${monthNames})\\.?,?[ -](?:de |of )?${digit}{4}|(?:${monthNames})\\.? ${digit}{1,2}(?:st|nd|rd|th)?,? ${digit}{4})`;
}

/** A month by its name in any language, and its year: `März 2020`, `marzo de 2020`; otherwise like {@link namedDay}. */
export function namedMonth(digit: string): string {
  return `(?:${monthNames})\\.?,?[ -](?:de |of )?${digit}{4}`;
}

/** Days of the week, from 1 for Monday, like {@link monthsByName}. */
export const weekdaysByName: ReadonlyMap<string, number> = gatherWeekdays();

/** Alternatives of a pattern for all of {@link weekdaysByName}, longest first. */
export const weekdayNames = [...weekdaysByName.keys()].sort((a, b) => b.length - a.length).join('|');

type Gathered = Map<string, Set<number>>;

function addName(found: Gathered, name: string, value: number, least: number): void {
  const plain = name.toLowerCase().replace(/\.$/, '');
  // Finnish has numbers as short names of months.
  if (!/^[\p{L}-]+$/u.test(plain) || plain.length < least) return;
  const bare = plain.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
  for (const one of [plain, bare]) found.set(one, (found.get(one) ?? new Set()).add(value));
}

function unambiguous(found: Gathered): Map<string, number> {
  return new Map([...found].flatMap(([name, [value = 0, ...more]]) => (more.length > 0 ? [] : [[name, value]])));
}

function gatherWeekdays(): Map<string, number> {
  const found: Gathered = new Map();
  for (const tag of languages) {
    for (let day = 1; day <= 7; day += 1) {
      for (const weekday of ['long', 'short'] as const) {
        const format = new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' });
        // 2024 began on a Monday.
        addName(found, format.format(Date.UTC(2024, 0, day)), day, 2);
      }
    }
  }
  return unambiguous(found);
}

function gather(): Map<string, number> {
  const found: Gathered = new Map();
  const add = (name: string, month: number) => addName(found, name, month, 3);
  for (const tag of languages) {
    for (let month = 1; month <= 12; month += 1) {
      for (const name of namesOf(tag, month)) add(name, month);
    }
  }
  for (const [name, month] of Object.entries(others)) add(name, month);
  return unambiguous(found);
}

/** Many languages inflect the name next to a day. */
function namesOf(language: string, month: number): string[] {
  const day = new Date(Date.UTC(2021, month - 1, 5));
  return (['long', 'short'] as const).flatMap((length) =>
    [{}, { day: 'numeric' } as const].flatMap((beside) =>
      new Intl.DateTimeFormat(language, { month: length, ...beside, timeZone: 'UTC' })
        .formatToParts(day)
        .flatMap(({ type, value }) => (type === 'month' ? [value] : [])),
    ),
  );
}
