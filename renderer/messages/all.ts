import { chartsDe } from './charts/de.ts';
import { chartsEn } from './charts/en.ts';
import { chartsEs } from './charts/es.ts';
import { chartsFr } from './charts/fr.ts';
import { chartsIt } from './charts/it.ts';
import { de } from './de.ts';
import { editingDe } from './editing/de.ts';
import { editingEn } from './editing/en.ts';
import { editingEs } from './editing/es.ts';
import { editingFr } from './editing/fr.ts';
import { editingIt } from './editing/it.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { exploringDe } from './exploring/de.ts';
import { exploringEn } from './exploring/en.ts';
import { exploringEs } from './exploring/es.ts';
import { exploringFr } from './exploring/fr.ts';
import { exploringIt } from './exploring/it.ts';
import { failuresDe } from './failures/de.ts';
import { failuresEn } from './failures/en.ts';
import { failuresEs } from './failures/es.ts';
import { failuresFr } from './failures/fr.ts';
import { failuresIt } from './failures/it.ts';
import { filesDe } from './files/de.ts';
import { filesEn } from './files/en.ts';
import { filesEs } from './files/es.ts';
import { filesFr } from './files/fr.ts';
import { filesIt } from './files/it.ts';
import { followDe } from './follow/de.ts';
import { followEn } from './follow/en.ts';
import { followEs } from './follow/es.ts';
import { followFr } from './follow/fr.ts';
import { followIt } from './follow/it.ts';
import { fr } from './fr.ts';
import { gridActionsDe } from './grid-actions/de.ts';
import { gridActionsEn } from './grid-actions/en.ts';
import { gridActionsEs } from './grid-actions/es.ts';
import { gridActionsFr } from './grid-actions/fr.ts';
import { gridActionsIt } from './grid-actions/it.ts';
import { helpDe } from './help/de.ts';
import { helpEn } from './help/en.ts';
import { helpEs } from './help/es.ts';
import { helpFr } from './help/fr.ts';
import { helpIt } from './help/it.ts';
import { homeDe } from './home/de.ts';
import { homeEn } from './home/en.ts';
import { homeEs } from './home/es.ts';
import { homeFr } from './home/fr.ts';
import { homeIt } from './home/it.ts';
import { insightDe } from './insight/de.ts';
import { insightEn } from './insight/en.ts';
import { insightEs } from './insight/es.ts';
import { insightFr } from './insight/fr.ts';
import { insightIt } from './insight/it.ts';
import { it } from './it.ts';
import { namespacesDe } from './namespaces/de.ts';
import { namespacesEn } from './namespaces/en.ts';
import { namespacesEs } from './namespaces/es.ts';
import { namespacesFr } from './namespaces/fr.ts';
import { namespacesIt } from './namespaces/it.ts';
import { queriesDe } from './queries/de.ts';
import { queriesEn } from './queries/en.ts';
import { queriesEs } from './queries/es.ts';
import { queriesFr } from './queries/fr.ts';
import { queriesIt } from './queries/it.ts';
import { settingsDe } from './settings/de.ts';
import { settingsEn } from './settings/en.ts';
import { settingsEs } from './settings/es.ts';
import { settingsFr } from './settings/fr.ts';
import { settingsIt } from './settings/it.ts';
import { summaryDe } from './summary/de.ts';
import { summaryEn } from './summary/en.ts';
import { summaryEs } from './summary/es.ts';
import { summaryFr } from './summary/fr.ts';
import { summaryIt } from './summary/it.ts';
import { withManyPlurals } from './with-many-plurals.ts';

/** Every text of the window by language. A topic with many texts has a folder of its own and is named here. */
export const messages = {
  en: {
    ...en,
    ...filesEn,
    ...editingEn,
    ...namespacesEn,
    ...queriesEn,
    ...exploringEn,
    ...settingsEn,
    ...failuresEn,
    ...followEn,
    ...gridActionsEn,
    ...helpEn,
    ...homeEn,
    ...insightEn,
    ...chartsEn,
    ...summaryEn,
  },
  de: {
    ...de,
    ...filesDe,
    ...editingDe,
    ...namespacesDe,
    ...queriesDe,
    ...exploringDe,
    ...settingsDe,
    ...failuresDe,
    ...followDe,
    ...gridActionsDe,
    ...helpDe,
    ...homeDe,
    ...insightDe,
    ...chartsDe,
    ...summaryDe,
  },
  it: {
    ...it,
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
  },
  fr: withManyPlurals({
    ...fr,
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
  }),
  es: withManyPlurals({
    ...es,
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
  }),
};
