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
export function isSignInPlace(text: string, at: number): boolean | null {
  const place = places[text[at] ?? ''];
  return place === undefined ? null : place(text[at - 1] ?? '', text[at + 1] ?? '', text[at + 2] ?? '');
}
