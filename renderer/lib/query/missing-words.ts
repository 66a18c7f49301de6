/**
 * The words for a missing value: of the filter row, and those that people who use one of Almanac's languages type
 * instead. All of them are always understood: many type English whatever language the window has.
 */
const words: ReadonlySet<string> = new Set(
  [
    ['empty', 'missing'],
    ['leer', 'fehlt', 'fehlend'],
    ['vide', 'manquant', 'manquante'],
    ['vacío', 'vacio', 'vacía', 'vacia', 'ausente'],
    ['vuoto', 'vuota', 'mancante'],
  ].flat(),
);

const negation = /^(?:!=?|≠|<>|(?:is |ist |est |n['’]est |está |è )?(?:not|nicht|non|no|pas) (?:è |está )?)/;
const assertion = /^(?:=|is |ist |est |está |è )/;
const presence = /^(?:is present|ist vorhanden|est présente?|está presente|è presente)$/;

function isWord(text: string): boolean {
  return words.has(text.trim());
}

/**
 * What a typed condition says about missing values: "empty", "is missing", "!= empty", "nicht leer".
 * @returns null if it says something else
 */
export function missingCondition(typed: string): 'missing' | 'present' | null {
  const text = typed.normalize('NFC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (presence.test(text)) return 'present';
  if (isWord(text.replace(negation, ''))) return negation.test(text) ? 'present' : 'missing';
  return isWord(text.replace(assertion, '')) ? 'missing' : null;
}

/** A text in a condition, in quotes if it would be read as a missing value without. */
export function quotedIfMissing(text: string): string {
  return isCondition(text) || isCondition(unquoted(text)) ? `"${text}"` : text;
}

/** The text that was put in quotes because it would be read as a missing value without; others are unchanged. */
export function unquotedIfMissing(text: string): string {
  const inner = unquoted(text);
  return isCondition(unquoted(inner)) ? inner : text;
}

function isCondition(text: string): boolean {
  return missingCondition(text) !== null;
}

function unquoted(text: string): string {
  return /^"(.*)"$/s.exec(text)?.[1] ?? text;
}
