import { englishTexts } from '#shared/english/english-text.ts';
import type { ExplanationTexts } from '#shared/failures/texts.ts';
import { filesDe } from './de/files.ts';
import { followDe } from './de/follow.ts';
import { servicesDe } from './de/services.ts';
import { sourcesDe } from './de/sources.ts';
import { storeDe } from './de/store.ts';
import { workDe } from './de/work.ts';
import { filesEs } from './es/files.ts';
import { followEs } from './es/follow.ts';
import { servicesEs } from './es/services.ts';
import { sourcesEs } from './es/sources.ts';
import { storeEs } from './es/store.ts';
import { workEs } from './es/work.ts';
import { filesFr } from './fr/files.ts';
import { followFr } from './fr/follow.ts';
import { servicesFr } from './fr/services.ts';
import { sourcesFr } from './fr/sources.ts';
import { storeFr } from './fr/store.ts';
import { workFr } from './fr/work.ts';
import { filesIt } from './it/files.ts';
import { followIt } from './it/follow.ts';
import { servicesIt } from './it/services.ts';
import { sourcesIt } from './it/sources.ts';
import { storeIt } from './it/store.ts';
import { workIt } from './it/work.ts';

/** What the backend explains, in every language of the window. A code without a text does not compile. */
export const explanationTexts = {
  en: englishTexts,
  de: { ...servicesDe, ...filesDe, ...storeDe, ...workDe, ...followDe, ...sourcesDe },
  it: { ...servicesIt, ...filesIt, ...storeIt, ...workIt, ...followIt, ...sourcesIt },
  fr: { ...servicesFr, ...filesFr, ...storeFr, ...workFr, ...followFr, ...sourcesFr },
  es: { ...servicesEs, ...filesEs, ...storeEs, ...workEs, ...followEs, ...sourcesEs },
} satisfies Record<string, ExplanationTexts>;
