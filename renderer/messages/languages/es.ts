import type { ExplanationTexts } from '#shared/failures/texts.ts';
import { chartsEs } from '../charts/es.ts';
import { editingEs } from '../editing/es.ts';
import { es as own } from '../es.ts';
import { filesEs as whyFilesEs } from '../explanations/es/files.ts';
import { followEs as whyFollowEs } from '../explanations/es/follow.ts';
import { servicesEs as whyServicesEs } from '../explanations/es/services.ts';
import { sourcesEs as whySourcesEs } from '../explanations/es/sources.ts';
import { storeEs as whyStoreEs } from '../explanations/es/store.ts';
import { workEs as whyWorkEs } from '../explanations/es/work.ts';
import { exploringEs } from '../exploring/es.ts';
import { failuresEs } from '../failures/es.ts';
import { filesEs } from '../files/es.ts';
import { followEs } from '../follow/es.ts';
import { gridActionsEs } from '../grid-actions/es.ts';
import { helpEs } from '../help/es.ts';
import { homeEs } from '../home/es.ts';
import { insightEs } from '../insight/es.ts';
import { namespacesEs } from '../namespaces/es.ts';
import { queriesEs } from '../queries/es.ts';
import { settingsEs } from '../settings/es.ts';
import { summaryEs } from '../summary/es.ts';
import { withManyPlurals } from '../with-many-plurals.ts';

/** Every text of the window in Spanish. A topic with many texts has a folder of its own and is named here. */
export const messages = withManyPlurals({
  ...own,
  ...filesEs,
  ...editingEs,
  ...namespacesEs,
  ...queriesEs,
  ...exploringEs,
  ...settingsEs,
  ...failuresEs,
  ...followEs,
  ...gridActionsEs,
  ...helpEs,
  ...homeEs,
  ...insightEs,
  ...chartsEs,
  ...summaryEs,
});

/** What the backend explains. A code without a text does not compile. */
export const explanations: ExplanationTexts = {
  ...whyServicesEs,
  ...whyFilesEs,
  ...whyStoreEs,
  ...whyWorkEs,
  ...whyFollowEs,
  ...whySourcesEs,
};
