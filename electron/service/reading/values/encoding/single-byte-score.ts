import data from './encodings.json' with { type: 'json' };

/** Letters beyond ASCII of a language, the most frequent first, in lower case. */
const alphabets: readonly string[] = Object.values(data.alphabets);
const ranks = alphabets.map(
  (letters) => new Map([...letters].map((letter, at, all) => [letter, 1 - (0.7 * at) / Math.max(all.length, 12)])),
);
/** The weight of a sign of any language where it belongs, and elsewhere. */
const signInPlace = 0.9;
const signElsewhere = 0.2;
/** Words of a single letter beyond ASCII, in Latin script. */
const loneWords = new Set('àéèóáôåöøőí');
const facts = new Map<string, CharacterFacts>();

interface CharacterFacts {
  readonly lower: string;
  readonly isLatin: boolean;
  readonly isLetter: boolean;
  readonly isLower: boolean;
}

function factsOf(character: string): CharacterFacts {
  const known = facts.get(character);
  if (known !== undefined) return known;
  const found = {
    // The dotted İ of Turkish becomes two characters otherwise.
    lower: character === 'İ' ? 'i' : character.toLowerCase(),
    isLatin: latin.test(character),
    isLetter: /\p{L}/u.test(character),
    isLower: /\p{Ll}/u.test(character),
  };
  facts.set(character, found);
  return found;
}

const latin = /[\u00c0-\u024f]/;
const ascii = /[A-Za-z]/;

/**
 * How plausible a text is in some language, by its characters beyond ASCII.
 * @returns up to 1; 0 or less for text that is not a language
 */
export function singleByteScore(text: string): number {
  const counts = new Map<string, number>();
  let signs = 0;
  let total = 0;
  let odd = 0;
  let run = 0;
  let lone = 0;
  let inWords = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character < '\x80') {
      run = 0;
      continue;
    }
    total += 1;
    const { lower, isLatin, isLetter } = factsOf(character);
    run = isLatin ? run + 1 : 0;
    const [before, behind] = [text[at - 1] ?? '', text[at + 1] ?? ''];
    const inPlace = isSignInPlace(text, at);
    if (inPlace === null) counts.set(lower, (counts.get(lower) ?? 0) + 1);
    else signs += inPlace ? signInPlace : signElsewhere;
    if (inPlace !== true && isOdd(character, before, behind, run)) odd += 1;
    if (!isLetter || inPlace !== null) continue;
    const isLone = !factsOf(before).isLetter && !factsOf(behind).isLetter;
    if (!isLatin) {
      if (isLone) lone += 1;
      else inWords += 1;
    } else if (isLone && !(loneWords.has(lower) && (before === ' ' || behind === ' '))) odd += 1;
  }
  if (total === 0) return 1;
  // Words of one letter occur beside longer ones: an А alone is a € in another encoding.
  if (lone * 2 > inWords) odd += lone;
  const best = Math.max(...ranks.map((letters) => sumOf(counts, letters)));
  return (best + signs - 1.5 * odd) / total;
}

/** Whether some language has all letters of a text that are beyond ASCII. */
export function isOfOneLanguage(text: string): boolean {
  const letters = new Set(
    [...text].filter((one) => one >= '\x80' && factsOf(one).isLetter).map((one) => factsOf(one).lower),
  );
  return ranks.some((ranked) => [...letters].every((letter) => ranked.has(letter)));
}

function sumOf(counts: ReadonlyMap<string, number>, letters: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [character, count] of counts) {
    sum += count * (letters.get(character) ?? (factsOf(character).isLetter ? -0.2 : -0.6));
  }
  return sum;
}

const digit = /\d/;

/**
 * Whether a character is odd: a letter between digits (a space there in another encoding), a capital within a word,
 * letters of two scripts in one word, many accented letters in a row.
 */
function isOdd(character: string, before: string, behind: string, run: number): boolean {
  const { lower, isLatin, isLetter } = factsOf(character);
  if (isLetter && digit.test(before) && digit.test(behind)) return true;
  if (character !== lower && factsOf(before).isLower) return true;
  // A capital after another one, but before a lower-case letter: `SĂo`.
  if (character !== lower && factsOf(before).isLetter && factsOf(behind).isLower) return true;
  // No word is a lone Š or Ž: they are © and ® in another encoding.
  if ((character === 'Š' || character === 'Ž') && behind === ' ' && !factsOf(before).isLetter) return true;
  // In Icelandic, the only language with both, no word begins with ð or ends with þ.
  if (lower === 'ð' && !ascii.test(before) && !factsOf(before).isLetter) return true;
  if (lower === 'þ' && !ascii.test(behind) && !factsOf(behind).isLetter && factsOf(before).isLower) return true;
  if (isLatin) return run > 4;
  if (isLetter) return ascii.test(before) || ascii.test(behind);
  // A symbol between two letters: ³ and ¹ for ł and ą.
  return factsOf(before).isLetter && factsOf(behind).isLower && !/['’·\u00a0–—-]/.test(character);
}

const isLetter = (text: string) => /\p{L}/u.test(text);
const isDigit = (text: string) => /\d/.test(text);
const isWord = (text: string) => /[\p{L}\d]/u.test(text);
const isSpace = (text: string) => text === ' ' || text === '\u00a0';

/** Whether a sign may stand between two characters, the second followed by `next`. Empty beyond the ends of a text. */
type Place = (before: string, behind: string, next: string) => boolean;

const currency: Place = (before, behind, next) =>
  (!isLetter(before) || /[kKmM]/.test(before)) &&
  (!isLetter(behind) || (/[mbk]/i.test(behind) && !/[a-z]{2}/.test(next)));
const opening: Place = (before, behind) => !isWord(before) && behind !== '' && !/[;,\t\r\n]/.test(behind);
const closing: Place = (before, behind) => before !== '' && !isWord(behind) && !/[;,\t\r\n]/.test(before);
const quote: Place = (...around) => opening(...around) || closing(...around);
const apostrophe: Place = (before, behind, next) =>
  (isLetter(before) && isLetter(behind)) || quote(before, behind, next);
const dash: Place = (before, behind) =>
  (isSpace(before) && isSpace(behind)) ||
  (!isLetter(before) && !isLetter(behind)) ||
  (isLetter(before) && /\p{Lu}/u.test(behind));
const fraction: Place = (before, behind) => !isLetter(before) && !isLetter(behind);
const raised: Place = (before, behind) => /[\p{L}\d)]/u.test(before) && !isWord(behind);
const afterWord: Place = (before, behind) => isWord(before) && !isWord(behind);
const inverted: Place = (before, behind, next) =>
  !isWord(before) && isLetter(behind) && /[a-z\u00e0-\u00ff]/.test(next);

/** Signs beyond ASCII that occur in texts of any language, and where. */
const places: Readonly<Record<string, Place>> = {
  '€': currency,
  '£': currency,
  '¥': currency,
  '¢': currency,
  '°': (before, behind, next) =>
    (!isLetter(before) || /[nN]/.test(before)) && (!isLetter(behind) || (/[CFKNSEWO]/.test(behind) && !isLetter(next))),
  '²': raised,
  '³': raised,
  '¹': raised,
  º: afterWord,
  ª: afterWord,
  '½': fraction,
  '¼': fraction,
  '¾': fraction,
  '‰': fraction,
  '±': fraction,
  '×': (before, behind) => (isSpace(before) && isSpace(behind)) || (isWord(before) && isWord(behind)),
  '§': (before, behind) => !isWord(before) && (isSpace(behind) || isDigit(behind) || behind === '§'),
  '№': (before, behind) => !isWord(before) && (isSpace(behind) || isDigit(behind)),
  '’': apostrophe,
  '‘': quote,
  '“': quote,
  '”': closing,
  '„': opening,
  '«': quote,
  '»': quote,
  '–': dash,
  '—': dash,
  '…': (_before, behind) => !isLetter(behind),
  '•': (before, behind) => !isWord(before) && isSpace(behind),
  '·': (before, behind) => (isSpace(before) && isSpace(behind)) || (isLetter(before) && isLetter(behind)),
  '©': (before, behind) => !isWord(before) && (isSpace(behind) || isDigit(behind)),
  '®': afterWord,
  '™': afterWord,
  µ: (before, behind) => !isLetter(before) && /[a-zA-Z]/.test(behind),
  '¿': inverted,
  '¡': inverted,
  '\u00a0': (before, behind) => /\S/.test(before) && /\S/.test(behind),
};

/** Whether a character is a sign of any language where such a sign stands: `12 €`, `m²`, `It’s`; null if it is none. */
function isSignInPlace(text: string, at: number): boolean | null {
  const place = places[text[at] ?? ''];
  return place === undefined ? null : place(text[at - 1] ?? '', text[at + 1] ?? '', text[at + 2] ?? '');
}
