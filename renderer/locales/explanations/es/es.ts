import type { ExplanationTexts } from '#shared/failures/texts.ts';
import { filesEs } from './files.ts';
import { followEs } from './follow.ts';
import { servicesEs } from './services.ts';
import { sourcesEs } from './sources.ts';
import { storeEs } from './store.ts';
import { workEs } from './work.ts';

/** What the backend explains, in Spanish. A code without a text does not compile. */
export const explanations: ExplanationTexts = {
  ...servicesEs,
  ...filesEs,
  ...storeEs,
  ...workEs,
  ...followEs,
  ...sourcesEs,
};
