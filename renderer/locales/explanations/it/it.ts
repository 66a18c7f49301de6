import type { ExplanationTexts } from '#shared/failures/texts.ts';
import { filesIt } from './files.ts';
import { followIt } from './follow.ts';
import { servicesIt } from './services.ts';
import { sourcesIt } from './sources.ts';
import { storeIt } from './store.ts';
import { workIt } from './work.ts';

/** What the backend explains, in Italian. A code without a text does not compile. */
export const explanations: ExplanationTexts = {
  ...servicesIt,
  ...filesIt,
  ...storeIt,
  ...workIt,
  ...followIt,
  ...sourcesIt,
};
