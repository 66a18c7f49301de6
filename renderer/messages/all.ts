import { chartsDe } from './charts/de.ts';
import { chartsEn } from './charts/en.ts';
import { chartsIt } from './charts/it.ts';
import { de } from './de.ts';
import { editingDe } from './editing/de.ts';
import { editingEn } from './editing/en.ts';
import { editingIt } from './editing/it.ts';
import { en } from './en.ts';
import { exploringDe } from './exploring/de.ts';
import { exploringEn } from './exploring/en.ts';
import { exploringIt } from './exploring/it.ts';
import { failuresDe } from './failures/de.ts';
import { failuresEn } from './failures/en.ts';
import { failuresIt } from './failures/it.ts';
import { filesDe } from './files/de.ts';
import { filesEn } from './files/en.ts';
import { filesIt } from './files/it.ts';
import { insightDe } from './insight/de.ts';
import { insightEn } from './insight/en.ts';
import { insightIt } from './insight/it.ts';
import { it } from './it.ts';
import { queriesDe } from './queries/de.ts';
import { queriesEn } from './queries/en.ts';
import { queriesIt } from './queries/it.ts';
import { settingsDe } from './settings/de.ts';
import { settingsEn } from './settings/en.ts';
import { settingsIt } from './settings/it.ts';
import { summaryDe } from './summary/de.ts';
import { summaryEn } from './summary/en.ts';
import { summaryIt } from './summary/it.ts';

/** Every text of the window by language. A topic with many texts has a folder of its own and is named here. */
export const messages = {
  en: {
    ...en,
    ...filesEn,
    ...editingEn,
    ...queriesEn,
    ...exploringEn,
    ...settingsEn,
    ...failuresEn,
    ...insightEn,
    ...chartsEn,
    ...summaryEn,
  },
  de: {
    ...de,
    ...filesDe,
    ...editingDe,
    ...queriesDe,
    ...exploringDe,
    ...settingsDe,
    ...failuresDe,
    ...insightDe,
    ...chartsDe,
    ...summaryDe,
  },
  it: {
    ...it,
    ...filesIt,
    ...editingIt,
    ...queriesIt,
    ...exploringIt,
    ...settingsIt,
    ...failuresIt,
    ...insightIt,
    ...chartsIt,
    ...summaryIt,
  },
};
