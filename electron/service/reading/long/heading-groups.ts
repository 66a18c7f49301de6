const sexes = new Set(
  `men women man woman male female males females boys girls m f w h d
   männer frauen mann frau männlich weiblich mädchen jungen divers
   hommes femmes homme femme masculin féminin garçons filles
   uomini donne uomo donna maschi femmine maschio femmina
   hombres mujeres hombre mujer varones niños niñas masculino femenino
   homens mulheres mannen vrouwen`.split(/\s+/),
);
const totals = new Set(
  `total totals all both sum gesamt insgesamt zusammen summe ensemble tous totale totali tutti todos
   both-sexes all-persons persons totaal t`.split(/\s+/),
);

const age = `\\d{1,3} ?(?:-|–|to|bis(?: unter)?|à|a|al) ?\\d{1,3}|\\d{1,3} ?(?:\\+|and over|or older|und mehr|und älter|et plus|y más|e più|e oltre)|(?:under|unter|moins de|menos de|meno di|<) ?\\d{1,3}|(?:over|über|plus de|más de|>=?) ?\\d{1,3}`;
const isAge = new RegExp(
  `^(?:y|aged?|alter|âge|edad|età)? ?(?:${age})(?: (?:years|jahre|ans|años|anni))?(?: old)?$`,
  'iu',
);

export type GroupKind = 'sex' | 'age';

/** What a heading is a group of; null for anything else, also for the total of all groups. */
function groupOf(heading: string): GroupKind | null {
  const word = heading.trim().toLowerCase();
  if (isTotal(word)) return null;
  return sexes.has(word) ? 'sex' : isAge.test(word) ? 'age' : null;
}

function isTotal(word: string): boolean {
  return totals.has(word.replaceAll(' ', '-'));
}

/** The name of a column for headings that are all sexes, or all ages; null if they are anything else. */
export function groupKey(headings: readonly string[]): GroupKind | null {
  const others = headings.filter((heading) => !isTotal(heading.trim().toLowerCase())).map(groupOf);
  const [first = null] = others;
  return others.length > 1 && others.every((one) => one === first) ? first : null;
}

/** Fewer ages may be there by chance. */
const minColumns: Readonly<Record<GroupKind, number>> = { sex: 2, age: 3 };

/** Headings that are all sexes, or all ages, wherever they are in a table; null for none. */
export function groupsAmong(headings: readonly string[]): { readonly kind: GroupKind; readonly own: string[] } | null {
  for (const kind of ['age', 'sex'] as const) {
    const own = headings.filter((heading) => groupOf(heading) === kind);
    // A single letter may be anything.
    if (own.length >= minColumns[kind] && own.some((heading) => heading.trim().length > 1)) return { kind, own };
  }
  return null;
}
