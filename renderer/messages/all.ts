import * as de from './languages/de.ts';
import * as en from './languages/en.ts';
import * as es from './languages/es.ts';
import * as fr from './languages/fr.ts';
import * as it from './languages/it.ts';

/** Every text in every language, for tests: the window loads only the languages that it shows. */
export const messages = {
  en: en.messages,
  de: de.messages,
  it: it.messages,
  fr: fr.messages,
  es: es.messages,
};

/** What the backend explains, in every language. */
export const explanationTexts = {
  en: en.explanations,
  de: de.explanations,
  it: it.explanations,
  fr: fr.explanations,
  es: es.explanations,
};
