import { type ExplanationTexts, explanationText } from '../failures/texts.ts';
import type { Explanation } from '../failures.ts';
import english from '../locales/en.json' with { type: 'json' };
import { textFormatter } from '../locales/text-formatter.ts';

/** English for the command line, the log and the bodies of HTTP responses. A code without a text does not compile. */
const texts: ExplanationTexts = english.explanations;

/** Numbers are as programs read them. */
const format = textFormatter('en', String);

export function englishText(explanation: Explanation): string {
  return explanationText((code, values) => format(texts[code], values), explanation);
}
