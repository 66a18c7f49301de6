import { app } from 'electron';
// By name, so that the bundle contains nothing else of the catalogues.
import { menu as de } from '#shared/locales/de.json';
import { menu as en } from '#shared/locales/en.json';
import { menu as es } from '#shared/locales/es.json';
import { menu as fr } from '#shared/locales/fr.json';
import { menu as it } from '#shared/locales/it.json';
import type { ShellLanguage } from '#shared/rpc/shell/shell-settings.ts';
import { languageTags } from './language-tags.ts';

/** Every text of the native menus, dialogs and notifications. */
export type ShellWords = { readonly [Name in keyof typeof en]: string };

const languages: Readonly<Record<Exclude<ShellLanguage, 'system'>, ShellWords>> = { en, de, fr, es, it };

/** The shell's texts in a language; for `system` in the user's first language if it is supported. */
export function wordsIn(language: ShellLanguage): ShellWords {
  if (language !== 'system') return languages[language];
  const [first = 'en'] = languageTags(app.getPreferredSystemLanguages());
  const primary = first.toLowerCase().split('-')[0];
  return Object.entries(languages).find(([name]) => name === primary)?.[1] ?? en;
}
