import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { englishTexts } from '#shared/english/english-text.ts';
import type { ExplanationTexts } from '#shared/failures/texts.ts';
import { formatFigure } from '../lib/format/format.ts';
import english from './en.json' with { type: 'json' };
import { type PseudoLanguage, pseudoLanguages, pseudoTexts } from './pseudo.ts';

/** The languages that the window speaks. */
export const languages = ['en', 'de', 'es', 'fr', 'it'] as const;
export type Language = (typeof languages)[number];

/** What the window can be set to speak; tests alone set it to a pseudo-language. */
export const spokenLanguages = [...languages, ...pseudoLanguages] as const;
export type SpokenLanguage = (typeof spokenLanguages)[number];

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
};

function isPseudo(language: SpokenLanguage): language is PseudoLanguage {
  return pseudoLanguages.some((each) => each === language);
}

/** The direction in which a language is written. */
export function directionOf(language: SpokenLanguage): 'ltr' | 'rtl' {
  return language === 'ar-XB' ? 'rtl' : 'ltr';
}

/** The language to speak to someone whose system is set to `locale`. */
export function languageOf(locale: string): Language {
  const primary = locale.toLowerCase().split('-')[0];
  return languages.find((language) => language === primary) ?? 'en';
}

/** The locale for numbers and dates: the system's own where it belongs to the language, so that en-GB keeps its dates. */
export function localeFor(language: SpokenLanguage, systemLocale: string): string {
  if (isPseudo(language)) return 'en';
  return languageOf(systemLocale) === language && systemLocale !== '' ? systemLocale : language;
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A language's texts: those of the window, and what the backend explains. */
interface LanguageTexts {
  readonly messages: Texts;
  readonly explanations: ExplanationTexts;
}

/** English is always there: it stands in for what another language lacks. */
async function textsIn(language: Language): Promise<LanguageTexts> {
  if (language === 'en') return { messages: english, explanations: englishTexts };
  const [messages, explanations] = await loaders[language]();
  return { messages: messages.default, explanations: explanations.explanations };
}

const loaders = {
  de: () => Promise.all([import('./de.json'), import('./explanations/de/de.ts')]),
  es: () => Promise.all([import('./es.json'), import('./explanations/es/es.ts')]),
  fr: () => Promise.all([import('./fr.json'), import('./explanations/fr/fr.ts')]),
  it: () => Promise.all([import('./it.json'), import('./explanations/it/it.ts')]),
};

/**
 * French and Spanish have a plural of their own for whole millions, which numbers in digits do not show: there it is the
 * plural of all others.
 */
function withManyPlurals(texts: Texts): Texts {
  const groups = Object.entries(texts).map(([group, members]) => {
    const many = Object.entries(members).flatMap(([name, text]) =>
      name.endsWith('_other') ? [[name.replace(/_other$/, '_many'), text]] : [],
    );
    return [group, { ...Object.fromEntries(many), ...members }];
  });
  return Object.fromEntries(groups) as Texts;
}

let explanations: ExplanationTexts = englishTexts;

/** What the backend explains, in the language of the window. */
export function explanationTexts(): ExplanationTexts {
  return explanations;
}

/** Counts the requests for a language, so that an earlier one whose texts arrive later does not replace the last. */
let asked = 0;

/** Loads the texts of a language, and shows them unless another language was asked for meanwhile. */
export async function startMessages(language: SpokenLanguage, locale: string): Promise<void> {
  asked += 1;
  const turn = asked;
  const texts = await textsIn(isPseudo(language) ? 'en' : language);
  if (turn !== asked) return;
  const shown = isPseudo(language) ? pseudoTexts(english, language) : withManyPlurals(texts.messages);
  explanations = texts.explanations;
  await i18next.use(initReactI18next).init({
    resources: { en: { translation: english }, [language]: { translation: shown } },
    lng: language,
    fallbackLng: 'en',
    interpolation: { escapeValue: false },
  });
  i18next.services.formatter?.add('number', (value: number | bigint) => formatFigure(value, locale));
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
