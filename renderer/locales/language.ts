import i18next, { type I18nFormatModule, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import english from '#shared/locales/en.json' with { type: 'json' };
import { type Language, languages } from '#shared/locales/languages.ts';
import { type FormatText, textFormatter } from '#shared/locales/text-formatter.ts';
import { formatFigure } from '../lib/format/format.ts';

/**
 * A language for tests, as Chromium names it: longer words with marks show what does not fit and what is not translated.
 * It is in no list of languages.
 */
const pseudoLanguage = 'en-XA';

/** What the window can be set to speak; tests alone set it to the pseudo-language. */
export const spokenLanguages = [...languages, pseudoLanguage] as const;
export type SpokenLanguage = (typeof spokenLanguages)[number];

export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
};

/** The language to speak to someone whose system is set to `locale`. */
export function languageOf(locale: string): Language {
  const primary = locale.toLowerCase().split('-')[0];
  return languages.find((language) => language === primary) ?? 'en';
}

/** The locale for numbers and dates: the system's own where it belongs to the language, so that en-GB keeps its dates. */
export function localeFor(language: SpokenLanguage, systemLocale: string): string {
  if (language === pseudoLanguage) return 'en';
  return languageOf(systemLocale) === language && systemLocale !== '' ? systemLocale : language;
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** English is always there: it stands in for what another language lacks. */
async function textsIn(language: Language): Promise<Texts> {
  return language === 'en' ? english : (await loaders[language]()).default;
}

const loaders = {
  de: () => import('#shared/locales/de.json'),
  es: () => import('#shared/locales/es.json'),
  fr: () => import('#shared/locales/fr.json'),
  it: () => import('#shared/locales/it.json'),
};

/** Counts the requests for a language, so that an earlier one whose texts arrive later does not replace the last. */
let asked = 0;

/**
 * Loads the texts of a language, and shows them unless another language was asked for meanwhile. Components read `t`
 * whenever they are drawn, and the window is then drawn anew; what keeps its own copy of a text uses `useTranslation`.
 */
export async function startMessages(language: SpokenLanguage, locale: string): Promise<void> {
  asked += 1;
  const turn = asked;
  const texts = await textsIn(language === pseudoLanguage ? 'en' : language);
  if (turn !== asked) return;
  const shown = language === pseudoLanguage ? pseudoTexts(english) : texts;
  const format = textFormatter(language, (value) => formatFigure(value, locale));
  await i18next
    .use(initReactI18next)
    .use(icuTexts(format))
    .init({
      resources: { en: { translation: english }, [language]: { translation: shown } },
      lng: language,
      fallbackLng: 'en',
    });
  document.documentElement.lang = language;
}

/** The texts of a language for what is drawn outside the window, whatever this speaks. */
export async function textsFor(language: Language, locale: string): Promise<TFunction> {
  const own = i18next.createInstance();
  await own.use(icuTexts(textFormatter(language, (value) => formatFigure(value, locale)))).init({
    resources: { en: { translation: english }, [language]: { translation: await textsIn(language) } },
    lng: language,
    fallbackLng: 'en',
  });
  return own.t;
}

/** Lets i18next format texts in ICU MessageFormat, in which a text has its plurals within itself. */
export function icuTexts(format: FormatText) {
  return {
    type: 'i18nFormat',
    init: () => {},
    // One key a text: none for its plurals.
    addLookupKeys: (keys: readonly string[]) => keys,
    parse(text: string, values: Readonly<Record<string, unknown>>): string {
      try {
        return format(text, values);
      } catch {
        // A value that a caller forgot: the text is shown as it is written, and the window keeps working.
        return text;
      }
    },
  } satisfies I18nFormatModule & Record<string, unknown>;
}

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

/** Every text of a language as the pseudo-language has it. */
export function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([group, members]) => [
      group,
      Object.fromEntries(Object.entries(members).map(([name, text]) => [name, pseudo(text)])),
    ]),
  );
}
