/**
 * Languages for tests, as Chromium names them: `en-XA` has longer words with marks, which shows what does not fit and what
 * is not translated; `ar-XB` runs from right to left. They are in no list of languages.
 */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const;
export type PseudoLanguage = (typeof pseudoLanguages)[number];

const marked: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aàbƀcçdđeéfƒgğhħiíjĵkķlļmɱnñoöpþrřsštťuüvṽwŵyýzž'].flatMap((letter, at, all) =>
    at % 2 === 0 ? [[letter, all[at + 1] ?? letter]] : [],
  ),
);

/** A third longer, as German and Finnish are. */
const padding = ' one two three four five six seven';

function pseudo(text: string, language: PseudoLanguage): string {
  if (language === 'ar-XB') return withWords(text, mirrored);
  const letters = withWords(text, (words) => [...words].map((letter) => marked[letter] ?? letter).join(''));
  return `[${letters}${padding.slice(0, Math.ceil(text.length / 3))}]`;
}

/** A text with its words changed: those in no brace or in two, as `{count, plural, one {` ends with the second. */
function withWords(text: string, change: (words: string) => string): string {
  let depth = 0;
  return text
    .split(/([{}])/)
    .map((part) => {
      if (part === '{') depth += 1;
      else if (part === '}') depth -= 1;
      else if (depth % 2 === 0) return change(part);
      return part;
    })
    .join('');
}

/** Words from right to left: marks around each, so that Latin letters run that way. */
function mirrored(text: string): string {
  return text.replaceAll(/\p{L}+/gu, (word) => `\u202E${word}\u202C`);
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Every text of a language as a pseudo-language has it. */
export function pseudoTexts(texts: Texts, language: PseudoLanguage): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([group, members]) => [
      group,
      Object.fromEntries(Object.entries(members).map(([name, text]) => [name, pseudo(text, language)])),
    ]),
  );
}
