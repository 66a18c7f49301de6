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

/** The name of a column for headings that are all sexes, or all ages; null if they are anything else. */
export function groupKey(headings: readonly string[]): 'sex' | 'age' | null {
  const words = headings.map((heading) => heading.trim().toLowerCase());
  const others = words.filter((word) => !totals.has(word.replaceAll(' ', '-')));
  if (others.length < 2) return null;
  if (others.every((word) => sexes.has(word))) return 'sex';
  return others.every((word) => isAge.test(word)) ? 'age' : null;
}
