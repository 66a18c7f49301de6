import { englishTexts } from '#shared/english/english-text.ts';
import type { ExplanationTexts } from '#shared/failures/texts.ts';
import { chartsEn } from '../charts/en.ts';
import { editingEn } from '../editing/en.ts';
import { en as own } from '../en.ts';
import { exploringEn } from '../exploring/en.ts';
import { failuresEn } from '../failures/en.ts';
import { filesEn } from '../files/en.ts';
import { followEn } from '../follow/en.ts';
import { gridActionsEn } from '../grid-actions/en.ts';
import { helpEn } from '../help/en.ts';
import { homeEn } from '../home/en.ts';
import { insightEn } from '../insight/en.ts';
import { namespacesEn } from '../namespaces/en.ts';
import { queriesEn } from '../queries/en.ts';
import { settingsEn } from '../settings/en.ts';
import { summaryEn } from '../summary/en.ts';

/** Every text of the window in English. A topic with many texts has a folder of its own and is named here. */
export const messages = {
  ...own,
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
};

/** What the backend explains. A code without a text does not compile. */
export const explanations: ExplanationTexts = englishTexts;
