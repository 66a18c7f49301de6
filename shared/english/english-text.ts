import { explanationText, numberWords } from '../failures/texts.ts';
import type { Explanation } from '../failures.ts';
import { filesTexts } from './files.ts';
import { followTexts } from './follow.ts';
import { servicesTexts } from './services.ts';
import { sourcesTexts } from './sources.ts';
import { storeTexts } from './store.ts';
import { workTexts } from './work.ts';

/** Every text in English, for the window, the command line and the bodies of HTTP responses. */
export const englishTexts = {
  ...servicesTexts,
  ...filesTexts,
  ...storeTexts,
  ...workTexts,
  ...followTexts,
  ...sourcesTexts,
};

const plainNumbers = numberWords('en', String);

/** An explanation in English, with numbers as programs read them. */
export function englishText(explanation: Explanation): string {
  return explanationText(englishTexts, plainNumbers, explanation);
}
