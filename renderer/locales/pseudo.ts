/**
 * A language for tests, as Chromium names it: longer words with marks show what does not fit and what is not translated.
 * It is in no list of languages.
 */
export const pseudoLanguage = 'en-XA';

const marked: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aàbƀcçdđeéfƒgğhħiíjĵkķlļmɱnñoöpþrřsštťuüvṽwŵyýzž'].flatMap((letter, at, all) =>
    at % 2 === 0 ? [[letter, all[at + 1] ?? letter]] : [],
  ),
);

/** A third longer, as German and Finnish are. */
const padding = ' one two three four five six seven';

function pseudo(text: string): string {
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

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Every text of a language as the pseudo-language has it. */
export function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([group, members]) => [
      group,
      Object.fromEntries(Object.entries(members).map(([name, text]) => [name, pseudo(text)])),
    ]),
  );
}
