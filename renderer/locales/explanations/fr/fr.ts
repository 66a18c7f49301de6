import type { ExplanationTexts } from '#shared/failures/texts.ts';
import { filesFr } from './files.ts';
import { followFr } from './follow.ts';
import { servicesFr } from './services.ts';
import { sourcesFr } from './sources.ts';
import { storeFr } from './store.ts';
import { workFr } from './work.ts';

/** What the backend explains, in French. A code without a text does not compile. */
export const explanations: ExplanationTexts = {
  ...servicesFr,
  ...filesFr,
  ...storeFr,
  ...workFr,
  ...followFr,
  ...sourcesFr,
};
