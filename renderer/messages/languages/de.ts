import type { ExplanationTexts } from '#shared/failures/texts.ts';
import { chartsDe } from '../charts/de.ts';
import { de as own } from '../de.ts';
import { editingDe } from '../editing/de.ts';
import { filesDe as whyFilesDe } from '../explanations/de/files.ts';
import { followDe as whyFollowDe } from '../explanations/de/follow.ts';
import { servicesDe as whyServicesDe } from '../explanations/de/services.ts';
import { sourcesDe as whySourcesDe } from '../explanations/de/sources.ts';
import { storeDe as whyStoreDe } from '../explanations/de/store.ts';
import { workDe as whyWorkDe } from '../explanations/de/work.ts';
import { exploringDe } from '../exploring/de.ts';
import { failuresDe } from '../failures/de.ts';
import { filesDe } from '../files/de.ts';
import { followDe } from '../follow/de.ts';
import { gridActionsDe } from '../grid-actions/de.ts';
import { helpDe } from '../help/de.ts';
import { homeDe } from '../home/de.ts';
import { insightDe } from '../insight/de.ts';
import { namespacesDe } from '../namespaces/de.ts';
import { queriesDe } from '../queries/de.ts';
import { settingsDe } from '../settings/de.ts';
import { summaryDe } from '../summary/de.ts';

/** Every text of the window in German. A topic with many texts has a folder of its own and is named here. */
export const messages = {
  ...own,
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
};

/** What the backend explains. A code without a text does not compile. */
export const explanations: ExplanationTexts = {
  ...whyServicesDe,
  ...whyFilesDe,
  ...whyStoreDe,
  ...whyWorkDe,
  ...whyFollowDe,
  ...whySourcesDe,
};
