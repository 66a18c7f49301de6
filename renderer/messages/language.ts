import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { messages } from './all.ts';

/** The languages that the window speaks. */
export const languages = ['en', 'de', 'it'] as const;
export type Language = (typeof languages)[number];

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', it: 'Italiano' };

/** The language to speak to someone whose system is set to `locale`. */
export function languageOf(locale: string): Language {
  const primary = locale.toLowerCase().split('-')[0];
  return languages.find((language) => language === primary) ?? 'en';
}

/** The locale for numbers and dates: the system's own where it belongs to the language, so that en-GB keeps its dates. */
export function localeFor(language: Language, systemLocale: string): string {
  return languageOf(systemLocale) === language && systemLocale !== '' ? systemLocale : language;
}

/** Loads the messages; everything is bundled, so that this ends before the first paint. */
export async function startMessages(language: Language, locale: string): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: {
      en: { translation: messages.en },
      de: { translation: messages.de },
      it: { translation: messages.it },
    },
    lng: language,
    fallbackLng: 'en',
    interpolation: { escapeValue: false },
  });
  i18next.services.formatter?.add('number', (value: number | bigint) => new Intl.NumberFormat(locale).format(value));
  document.documentElement.lang = language;
}
