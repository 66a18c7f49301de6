import { create } from 'zustand';
import { type ChangedShortcuts, keysOf, type ShortcutName } from '#shared/shortcuts.ts';
import { shell } from '../backend/window/shell.ts';
import { inUtc } from '../lib/format/format.ts';
import { readShortcuts } from '../lib/keyboard/changed-shortcuts.ts';
import { mac } from '../lib/keyboard/pressed-keys.ts';
import { type FigureName, figureNames } from '../lib/selection-figures.ts';
import { languageOf, localeFor, type SpokenLanguage, spokenLanguages, startMessages } from '../locales/language.ts';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

interface Settings {
  readonly theme: Theme;
  /** `system` selects the first of the user's languages that the window supports. */
  readonly language: SpokenLanguage | 'system';
  /** `high`: strong lines and dark text; `system` follows the system-wide preference. */
  readonly contrast: Contrast;
  /** How numbers and dates are formatted; `language` follows the chosen language. */
  readonly region: Region;
  /** Whether times are shown in this computer's time zone or in UTC, as versions are named. */
  readonly timeZone: TimeZone;
  /** Width of the catalogue in pixels. */
  readonly paneWidth: number;
  /** Share of the first of two tabs side by side, in per cent. */
  readonly splitShare: number;
  /** Whether the catalogue is folded away. */
  readonly catalogueHidden: boolean;
  readonly density: Density;
  /** Whether values are shown as the service sends them. */
  readonly raw: boolean;
  /** Whether the grid has a filter row. */
  readonly filterRow: boolean;
  /** Whether column headings show a histogram. */
  readonly histograms: boolean;
  /** The figures of selected cells in the status bar. */
  readonly figures: readonly FigureName[];
  /** Whether row details are shown beside the grid. */
  readonly details: boolean;
  /** Whether the tour was completed or declined. */
  readonly tourSeen: boolean;
  readonly shortcuts: ChangedShortcuts;
}

/** Row density. */
export const densities = ['compact', 'normal', 'relaxed'] as const;
export type Density = (typeof densities)[number];

export const contrasts = ['system', 'high'] as const;
export type Contrast = (typeof contrasts)[number];

/** Regions with their own format of numbers and dates. */
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
  splitShare: 50,
  catalogueHidden: false,
  density: 'normal',
  raw: false,
  filterRow: false,
  histograms: false,
  figures: ['count', 'sum', 'average'],
  details: false,
  tourSeen: false,
  shortcuts: {},
};

function isLanguage(value: unknown): value is SpokenLanguage {
  return spokenLanguages.some((language) => language === value);
}

/** Parses stored settings; invalid values fall back to the default. */
export function readSettings(text: string | null): Settings {
  try {
    const stored = new Map<string, unknown>(Object.entries(JSON.parse(text ?? '{}') ?? {}));
    const [theme, language, paneWidth] = [stored.get('theme'), stored.get('language'), stored.get('paneWidth')];
    const [figures, splitShare] = [stored.get('figures'), stored.get('splitShare')];
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : initial.theme,
      language: isLanguage(language) ? language : initial.language,
      contrast: contrasts.find((contrast) => contrast === stored.get('contrast')) ?? initial.contrast,
      region: regions.find((region) => region === stored.get('region')) ?? initial.region,
      timeZone: timeZones.find((zone) => zone === stored.get('timeZone')) ?? initial.timeZone,
      paneWidth: typeof paneWidth === 'number' && paneWidth >= 160 && paneWidth <= 800 ? paneWidth : initial.paneWidth,
      splitShare:
        typeof splitShare === 'number' && splitShare >= 20 && splitShare <= 80 ? splitShare : initial.splitShare,
      catalogueHidden: stored.get('catalogueHidden') === true,
      density: densities.find((density) => density === stored.get('density')) ?? initial.density,
      raw: stored.get('raw') === true,
      filterRow: stored.get('filterRow') === true,
      histograms: stored.get('histograms') === true,
      figures: Array.isArray(figures) ? figureNames.filter((name) => figures.includes(name)) : initial.figures,
      details: stored.get('details') === true,
      tourSeen: stored.get('tourSeen') === true,
      shortcuts: readShortcuts(stored.get('shortcuts'), mac),
    };
  } catch {
    return initial;
  }
}

/** The user's settings for all windows. */
export const useSettings = create<Settings>(() => readSettings(localStorage.getItem(storageKey)));

/** Stores settings from now on, and applies changes from other windows. */
export function persistSettings(): void {
  useSettings.subscribe((settings, before) => {
    const text = JSON.stringify(settings);
    // A change from another window is stored already.
    if (localStorage.getItem(storageKey) !== text) localStorage.setItem(storageKey, text);
    if (spokenBy(settings) !== spokenBy(before)) void startMessages(currentLanguage(settings), localeOf(settings));
  });
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey) useSettings.setState(readSettings(event.newValue));
  });
}

/** The system's first language. */
const systemLocale = shell.languages[0] ?? navigator.language;

/** The current language. */
export function currentLanguage(settings: Settings): SpokenLanguage {
  return settings.language === 'system' ? languageOf(systemLocale) : settings.language;
}

/** The locale includes the time zone, so that everything formatted with it updates at once. */
function localeOf(settings: Settings): string {
  const { region, timeZone } = settings;
  const locale = region === 'language' ? localeFor(currentLanguage(settings), systemLocale) : region;
  return timeZone === 'utc' ? inUtc(locale) : locale;
}

function spokenBy(settings: Settings): string {
  return `${currentLanguage(settings)} ${localeOf(settings)}`;
}

/** The locale for numbers and dates. */
export function useLocale(): string {
  return useSettings(localeOf);
}

/** The same outside components. */
export function currentLocale(): string {
  return localeOf(useSettings.getState());
}

/** Returns the keys of a command, if it has any. */
export function useShortcuts(): (command: ShortcutName) => string | undefined {
  const changed = useSettings((settings) => settings.shortcuts);
  return (command) => keysOf(command, changed);
}

/** Changes the language. */
export function setLanguage(language: SpokenLanguage | 'system'): void {
  useSettings.setState({ language });
}
