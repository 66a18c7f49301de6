import { englishTexts } from '#shared/english/english-text.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import { explanations as ofDe } from './explanations/de/de.ts';
import { explanations as ofEs } from './explanations/es/es.ts';
import { explanations as ofFr } from './explanations/fr/fr.ts';
import { explanations as ofIt } from './explanations/it/it.ts';
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };

/** Every text in every language, for tests: the window loads only the languages that it shows. */
export const messages = { en, de, it, fr, es };

/** What the backend explains, in every language. */
export const explanationTexts = { en: englishTexts, de: ofDe, it: ofIt, fr: ofFr, es: ofEs };
