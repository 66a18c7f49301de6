import { app } from 'electron';
import type { ShellLanguage } from '#shared/rpc/shell/shell-settings.ts';
import { de } from './de.ts';
import { en, type ShellWords } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

const languages: Readonly<Record<Exclude<ShellLanguage, 'system'>, ShellWords>> = { en, de, fr, es, it };

/** The shell's texts in a language; for `system` in the first of the user's languages that is supported. */
export function wordsIn(language: ShellLanguage): ShellWords {
  if (language !== 'system') return languages[language];
  const [first = 'en'] = app.getPreferredSystemLanguages();
  const primary = first.toLowerCase().split('-')[0];
  return primary === 'de' ? de : primary === 'it' ? it : en;
}
