import { create } from 'zustand';
import { shell } from './api/shell.ts';
import { type Language, languageOf, languages, localeFor, startMessages } from './messages/language.ts';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

interface Settings {
  readonly theme: Theme;
  /** `system` speaks the first of the person's languages that the window knows. */
  readonly language: Language | 'system';
  /** Width of the catalogue in pixels. */
  readonly paneWidth: number;
  readonly density: Density;
  /** Whether values are shown as the service gives them. */
  readonly raw: boolean;
  /** Whether the grid has a row of filters. */
  readonly filterRow: boolean;
  /** Whether a row's details stand beside the grid. */
  readonly details: boolean;
}

/** How close rows stand. */
export const densities = ['compact', 'normal', 'relaxed'] as const;
export type Density = (typeof densities)[number];

const storageKey = 'almanac-settings';
const initial: Settings = {
  theme: 'system',
  language: 'system',
  paneWidth: 280,
  density: 'normal',
  raw: false,
  filterRow: false,
  details: false,
};

function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** Settings as they were kept; what cannot be understood falls back to its first value. */
export function readSettings(text: string | null): Settings {
  try {
    const kept = new Map<string, unknown>(Object.entries(JSON.parse(text ?? '{}') ?? {}));
    const [theme, language, paneWidth] = [kept.get('theme'), kept.get('language'), kept.get('paneWidth')];
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : initial.theme,
      language: isLanguage(language) ? language : initial.language,
      paneWidth: typeof paneWidth === 'number' && paneWidth >= 160 && paneWidth <= 800 ? paneWidth : initial.paneWidth,
      density: densities.find((density) => density === kept.get('density')) ?? initial.density,
      raw: kept.get('raw') === true,
      filterRow: kept.get('filterRow') === true,
      details: kept.get('details') === true,
    };
  } catch {
    return initial;
  }
}

/** What the person has set for every window. */
export const useSettings = create<Settings>(() => readSettings(localStorage.getItem(storageKey)));

useSettings.subscribe((settings) => localStorage.setItem(storageKey, JSON.stringify(settings)));

/** The system's first language. */
const systemLocale = shell.languages[0] ?? navigator.language;

/** The language that is spoken now. */
export function currentLanguage(settings: Settings): Language {
  return settings.language === 'system' ? languageOf(systemLocale) : settings.language;
}

/** The locale that numbers and dates are written in. */
export function useLocale(): string {
  return useSettings((settings) => localeFor(currentLanguage(settings), systemLocale));
}

/** The same outside of components. */
export function currentLocale(): string {
  return localeFor(currentLanguage(useSettings.getState()), systemLocale);
}

/** Speaks another language from now on. */
export function setLanguage(language: Language | 'system'): void {
  useSettings.setState({ language });
  void startMessages(currentLanguage(useSettings.getState()), currentLocale());
}
