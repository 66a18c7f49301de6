import type { ExplanationTexts } from '#shared/failures/texts.ts';
import { filesDe } from './files.ts';
import { followDe } from './follow.ts';
import { servicesDe } from './services.ts';
import { sourcesDe } from './sources.ts';
import { storeDe } from './store.ts';
import { workDe } from './work.ts';

/** What the backend explains, in German. A code without a text does not compile. */
export const explanations: ExplanationTexts = {
  ...servicesDe,
  ...filesDe,
  ...storeDe,
  ...workDe,
  ...followDe,
  ...sourcesDe,
};
