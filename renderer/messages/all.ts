import { de } from './de.ts';
import { editingDe } from './editing/de.ts';
import { editingEn } from './editing/en.ts';
import { editingIt } from './editing/it.ts';
import { en } from './en.ts';
import { exploringDe } from './exploring/de.ts';
import { exploringEn } from './exploring/en.ts';
import { exploringIt } from './exploring/it.ts';
import { filesDe } from './files/de.ts';
import { filesEn } from './files/en.ts';
import { filesIt } from './files/it.ts';
import { it } from './it.ts';
import { queriesDe } from './queries/de.ts';
import { queriesEn } from './queries/en.ts';
import { queriesIt } from './queries/it.ts';

/** Every text of the window by language. A topic with many texts has a folder of its own and is named here. */
export const messages = {
  en: {
    ...en,
    ...filesEn,
    ...editingEn,
    ...queriesEn,
    ...exploringEn,
  },
  de: {
    ...de,
    ...filesDe,
    ...editingDe,
    ...queriesDe,
    ...exploringDe,
  },
  it: {
    ...it,
    ...filesIt,
    ...editingIt,
    ...queriesIt,
    ...exploringIt,
  },
};
