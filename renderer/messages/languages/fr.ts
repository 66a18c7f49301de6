import type { ExplanationTexts } from '#shared/failures/texts.ts';
import { chartsFr } from '../charts/fr.ts';
import { editingFr } from '../editing/fr.ts';
import { filesFr as whyFilesFr } from '../explanations/fr/files.ts';
import { followFr as whyFollowFr } from '../explanations/fr/follow.ts';
import { servicesFr as whyServicesFr } from '../explanations/fr/services.ts';
import { sourcesFr as whySourcesFr } from '../explanations/fr/sources.ts';
import { storeFr as whyStoreFr } from '../explanations/fr/store.ts';
import { workFr as whyWorkFr } from '../explanations/fr/work.ts';
import { exploringFr } from '../exploring/fr.ts';
import { failuresFr } from '../failures/fr.ts';
import { filesFr } from '../files/fr.ts';
import { followFr } from '../follow/fr.ts';
import { fr as own } from '../fr.ts';
import { gridActionsFr } from '../grid-actions/fr.ts';
import { helpFr } from '../help/fr.ts';
import { homeFr } from '../home/fr.ts';
import { insightFr } from '../insight/fr.ts';
import { namespacesFr } from '../namespaces/fr.ts';
import { queriesFr } from '../queries/fr.ts';
import { settingsFr } from '../settings/fr.ts';
import { summaryFr } from '../summary/fr.ts';
import { withManyPlurals } from '../with-many-plurals.ts';

/** Every text of the window in French. A topic with many texts has a folder of its own and is named here. */
export const messages = withManyPlurals({
  ...own,
  ...filesFr,
  ...editingFr,
  ...namespacesFr,
  ...queriesFr,
  ...exploringFr,
  ...settingsFr,
  ...failuresFr,
  ...followFr,
  ...gridActionsFr,
  ...helpFr,
  ...homeFr,
  ...insightFr,
  ...chartsFr,
  ...summaryFr,
});

/** What the backend explains. A code without a text does not compile. */
export const explanations: ExplanationTexts = {
  ...whyServicesFr,
  ...whyFilesFr,
  ...whyStoreFr,
  ...whyWorkFr,
  ...whyFollowFr,
  ...whySourcesFr,
};
