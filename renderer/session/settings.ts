import { create } from 'zustand';
import { shell } from '../api/window/shell.ts';
import { inUtc } from '../lib/format/format.ts';
import { type FigureName, figureNames } from '../lib/selection-figures.ts';
import { type Language, languageOf, languages, localeFor, startMessages } from '../messages/language.ts';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

interface Settings {
  readonly theme: Theme;
  /** `system` speaks the first of the person's languages that the window knows. */
  readonly language: Language | 'system';
  /** `high`: strong lines and dark text; `system` follows what the person has set for every program. */
  readonly contrast: Contrast;
  /** How numbers and dates are written; `language` as in the chosen language. */
  readonly region: Region;
  /** Whether times are shown in the time zone of this computer or in UTC, as versions are named. */
  readonly timeZone: TimeZone;
  /** Width of the catalogue in pixels. */
  readonly paneWidth: number;
  readonly density: Density;
  /** Whether values are shown as the service gives them. */
  readonly raw: boolean;
  /** Whether the grid has a row of filters. */
  readonly filterRow: boolean;
  /** Whether each heading of the grid shows how the values of its column are distributed. */
  readonly histograms: boolean;
  /** What the status bar says of selected cells. */
  readonly figures: readonly FigureName[];
  /** Whether a row's details stand beside the grid. */
  readonly details: boolean;
}

/** How close rows stand. */
export const densities = ['compact', 'normal', 'relaxed'] as const;
export type Density = (typeof densities)[number];

export const contrasts = ['system', 'high'] as const;
export type Contrast = (typeof contrasts)[number];

/** Places with a custom of their own of writing numbers and dates. */
export const regions = [
  'language',
  'en-GB',
  'en-US',
  'de-DE',
  'de-AT',
  'de-CH',
  'it-IT',
  'it-CH',
  'fr-FR',
  'fr-CH',
  'es-ES',
  'nl-NL',
  'pl-PL',
  'sv-SE',
  'ja-JP',
] as const;
export type Region = (typeof regions)[number];

export const timeZones = ['local', 'utc'] as const;
export type TimeZone = (typeof timeZones)[number];

const storageKey = 'almanac-settings';
const initial: Settings = {
  theme: 'system',
  language: 'system',
  contrast: 'system',
  region: 'language',
  timeZone: 'local',
  paneWidth: 280,
  density: 'normal',
  raw: false,
  filterRow: false,
  histograms: false,
  figures: ['count', 'sum', 'average'],
  details: false,
};

function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** Settings as they were kept; what cannot be understood falls back to its first value. */
export function readSettings(text: string | null): Settings {
  try {
    const stored = new Map<string, unknown>(Object.entries(JSON.parse(text ?? '{}') ?? {}));
    const [theme, language, paneWidth] = [stored.get('theme'), stored.get('language'), stored.get('paneWidth')];
    const figures = stored.get('figures');
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : initial.theme,
      language: isLanguage(language) ? language : initial.language,
      contrast: contrasts.find((contrast) => contrast === stored.get('contrast')) ?? initial.contrast,
      region: regions.find((region) => region === stored.get('region')) ?? initial.region,
      timeZone: timeZones.find((zone) => zone === stored.get('timeZone')) ?? initial.timeZone,
      paneWidth: typeof paneWidth === 'number' && paneWidth >= 160 && paneWidth <= 800 ? paneWidth : initial.paneWidth,
      density: densities.find((density) => density === stored.get('density')) ?? initial.density,
      raw: stored.get('raw') === true,
      filterRow: stored.get('filterRow') === true,
      histograms: stored.get('histograms') === true,
      figures: Array.isArray(figures) ? figureNames.filter((name) => figures.includes(name)) : initial.figures,
      details: stored.get('details') === true,
    };
  } catch {
    return initial;
  }
}

/** What the person has set for every window. */
export const useSettings = create<Settings>(() => readSettings(localStorage.getItem(storageKey)));

/** Keeps the settings from now on, and takes up what is set in other windows. */
export function persistSettings(): void {
  useSettings.subscribe((settings, before) => {
    const text = JSON.stringify(settings);
    // What came from another window is there already.
    if (localStorage.getItem(storageKey) !== text) localStorage.setItem(storageKey, text);
    if (spokenBy(settings) !== spokenBy(before)) void startMessages(currentLanguage(settings), localeOf(settings));
  });
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey) useSettings.setState(readSettings(event.newValue));
  });
}

/** The system's first language. */
const systemLocale = shell.languages[0] ?? navigator.language;

/** The language that is spoken now. */
export function currentLanguage(settings: Settings): Language {
  return settings.language === 'system' ? languageOf(systemLocale) : settings.language;
}

/** A locale says the time zone too, so that whatever is written by it follows at once. */
function localeOf(settings: Settings): string {
  const { region, timeZone } = settings;
  const locale = region === 'language' ? localeFor(currentLanguage(settings), systemLocale) : region;
  return timeZone === 'utc' ? inUtc(locale) : locale;
}

function spokenBy(settings: Settings): string {
  return `${currentLanguage(settings)} ${localeOf(settings)}`;
}

/** The locale that numbers and dates are written in. */
export function useLocale(): string {
  return useSettings(localeOf);
}

/** The same outside of components. */
export function currentLocale(): string {
  return localeOf(useSettings.getState());
}

/** Speaks another language from now on. */
export function setLanguage(language: Language | 'system'): void {
  useSettings.setState({ language });
}
