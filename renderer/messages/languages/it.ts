import type { ExplanationTexts } from '#shared/failures/texts.ts';
import { chartsIt } from '../charts/it.ts';
import { editingIt } from '../editing/it.ts';
import { filesIt as whyFilesIt } from '../explanations/it/files.ts';
import { followIt as whyFollowIt } from '../explanations/it/follow.ts';
import { servicesIt as whyServicesIt } from '../explanations/it/services.ts';
import { sourcesIt as whySourcesIt } from '../explanations/it/sources.ts';
import { storeIt as whyStoreIt } from '../explanations/it/store.ts';
import { workIt as whyWorkIt } from '../explanations/it/work.ts';
import { exploringIt } from '../exploring/it.ts';
import { failuresIt } from '../failures/it.ts';
import { filesIt } from '../files/it.ts';
import { followIt } from '../follow/it.ts';
import { gridActionsIt } from '../grid-actions/it.ts';
import { helpIt } from '../help/it.ts';
import { homeIt } from '../home/it.ts';
import { insightIt } from '../insight/it.ts';
import { it as own } from '../it.ts';
import { namespacesIt } from '../namespaces/it.ts';
import { queriesIt } from '../queries/it.ts';
import { settingsIt } from '../settings/it.ts';
import { summaryIt } from '../summary/it.ts';

/** Every text of the window in Italian. A topic with many texts has a folder of its own and is named here. */
export const messages = {
  ...own,
  ...filesIt,
  ...editingIt,
  ...namespacesIt,
  ...queriesIt,
  ...exploringIt,
  ...settingsIt,
  ...failuresIt,
  ...followIt,
  ...gridActionsIt,
  ...helpIt,
  ...homeIt,
  ...insightIt,
  ...chartsIt,
  ...summaryIt,
};

/** What the backend explains. A code without a text does not compile. */
export const explanations: ExplanationTexts = {
  ...whyServicesIt,
  ...whyFilesIt,
  ...whyStoreIt,
  ...whyWorkIt,
  ...whyFollowIt,
  ...whySourcesIt,
};
