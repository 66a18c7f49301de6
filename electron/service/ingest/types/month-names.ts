/** Languages whose month names are read. A name that two of them assign to different months is read in neither. */
const languages = 'en de de-AT fr it es pt nl sv da nb fi pl cs ru'.split(' ');
/** Common names that are not in the Unicode CLDR. */
const others = { sept: 9, mrz: 3, feber: 2 };

/** Months, from 1, by their full and short names (Unicode CLDR), in lower case, with and without accents. */
export const monthsByName: ReadonlyMap<string, number> = gather();

/** Alternatives of a pattern for all of {@link monthsByName}, longest first. */
export const monthNames = [...monthsByName.keys()].sort((a, b) => b.length - a.length).join('|');

/**
 * A day with the name of its month in any language, as in `1. Januar 2020`, `3 de marzo de 2020` and `March 3, 2020`; a
 * case-insensitive pattern for both JavaScript and the engine.
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

function gather(): Map<string, number> {
  const found = new Map<string, Set<number>>();
  const add = (name: string, month: number) => {
    const plain = name.toLowerCase().replace(/\.$/, '');
    // Finnish has numbers as short names.
    if (!/^\p{L}{3,}$/u.test(plain)) return;
    const bare = plain.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
    for (const one of [plain, bare]) found.set(one, (found.get(one) ?? new Set()).add(month));
  };
  for (const tag of languages) {
    for (let month = 1; month <= 12; month += 1) {
      for (const name of namesOf(tag, month)) add(name, month);
    }
  }
  for (const [name, month] of Object.entries(others)) add(name, month);
  return new Map([...found].flatMap(([name, [month = 0, ...more]]) => (more.length > 0 ? [] : [[name, month]])));
}

/** Many languages inflect the name beside a day. */
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
