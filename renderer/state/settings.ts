import { useTranslation } from 'react-i18next';
import { type Static, Type } from 'typebox';
import type { Immutable } from '#shared/immutable.ts';
import { languages } from '#shared/locales/languages.ts';
import { oneOf } from '#shared/schema-parts.ts';
import { ChangedShortcuts, keysOf, type ShortcutName } from '#shared/shortcuts.ts';
import { reportFailure } from '../backend/failure.ts';
import { shell } from '../backend/shell.ts';
import { figureNames } from '../lib/cell-figures.ts';
import { inUtc } from '../lib/format/format.ts';
import { mac, readShortcuts } from '../lib/keyboard/pressed-keys.ts';
import { languageOf, localeFor, type SpokenLanguage, spokenLanguages, startMessages } from '../locales/language.ts';
import { persisted } from './persisted.ts';

export const themes = ['light', 'dark', 'system'] as const;

export const densities = ['compact', 'normal', 'relaxed'] as const;
export type Density = (typeof densities)[number];

const contrasts = ['system', 'high'] as const;

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

const timeZones = ['local', 'utc'] as const;

const Settings = Type.Object({
  theme: Type.With(oneOf(...themes), { default: 'system' }),
  /** `system` selects the first of the user's languages that the window supports. */
  language: oneOf('system', ...spokenLanguages),
  /** `high`: strong lines and dark text; `system` follows the system-wide preference. */
  contrast: oneOf(...contrasts),
  /** How numbers and dates are formatted; `language` follows the chosen language. */
  region: oneOf(...regions),
  /** Whether times are shown in this computer's time zone or in UTC, as versions are named. */
  timeZone: oneOf(...timeZones),
  /** Width of the catalogue in pixels. */
  paneWidth: Type.Number({ minimum: 160, maximum: 800, default: 280 }),
  /** Share of the first of two tabs side by side, in per cent. */
  splitShare: Type.Number({ minimum: 20, maximum: 80, default: 50 }),
  /** Height of the editor of a statement above its result, in per cent. */
  statementShare: Type.Number({ minimum: 15, maximum: 80, default: 30 }),
  /** Whether the catalogue is folded away. */
  catalogueHidden: Type.Boolean(),
  density: Type.With(oneOf(...densities), { default: 'normal' }),
  /** Whether values are shown as the service sends them. */
  raw: Type.Boolean(),
  filterRow: Type.Boolean(),
  /** Whether column headings show a histogram. */
  histograms: Type.Boolean(),
  /** The figures of selected cells in the status bar. */
  figures: Type.Array(oneOf(...figureNames), { default: ['count', 'sum', 'average'] }),
  /** Whether row details are shown beside the grid. */
  details: Type.Boolean(),
  /** Whether labels or names of columns come first. */
  columnsBy: oneOf('label', 'name'),
  /** Whether the tour was completed or declined. */
  tourSeen: Type.Boolean(),
  /** When the list of jobs was last seen, in milliseconds since 1970. */
  jobsSeen: Type.Number(),
  /** Ids of the commands that were chosen in the palette, the latest first. */
  recentCommands: Type.Array(Type.String()),
  shortcuts: ChangedShortcuts,
});
type Settings = Immutable<Static<typeof Settings>>;

/** The user's settings for all windows. */
export const useSettings = persisted<Settings>({ key: 'almanac-settings', schema: Settings });

/** The settings that the main process needs too. It owns them; the window has them for its first frame. */
type SharedSettings = Pick<Settings, 'theme' | 'language' | 'shortcuts'>;

/** A pseudo-language, which tests alone choose, is that of the system to the main process. */
function languageForShell(language: Settings['language']) {
  return languages.find((each) => each === language) ?? 'system';
}

/** Passes settings to the main process that it does not have yet. */
function sendToShell(settings: SharedSettings, known: SharedSettings): void {
  const { theme, language, shortcuts } = settings;
  const calls = [
    theme !== known.theme && shell.call('setTheme', { theme }),
    language !== known.language && shell.call('setLanguage', { language: languageForShell(language) }),
    shortcuts !== known.shortcuts && shell.call('setShortcuts', { changed: shortcuts }),
  ];
  for (const call of calls) if (call !== false) void call.catch(reportFailure);
}

/**
 * Takes the settings of the main process, which may have been imported while no window was open, and shares later
 * changes with it. Messages appear in another language as soon as it is chosen.
 */
export async function shareSettings(): Promise<void> {
  useSettings.subscribe((settings, before) => {
    if (spokenBy(settings) !== spokenBy(before)) void startMessages(currentLanguage(settings), localeOf(settings));
    sendToShell(settings, before);
  });
  const own = useSettings.getState();
  const { theme, language, shortcuts } = await shell.call('readShellSettings', {});
  // What the user changed meanwhile stays.
  const { theme: ownTheme, language: ownLanguage, shortcuts: ownShortcuts } = useSettings.getState();
  useSettings.setState({
    ...(ownTheme === own.theme && { theme }),
    ...(ownLanguage === own.language && languageForShell(ownLanguage) !== language && { language }),
    ...(ownShortcuts === own.shortcuts && { shortcuts: readShortcuts(shortcuts, mac) }),
  });
}

/** The system's first language. */
const systemLocale = shell.languages[0] ?? navigator.language;

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

/** What a component writes with: the texts of the window's language, and the locale for numbers and dates. */
export function useWords() {
  const { t } = useTranslation();
  return { t, locale: useLocale() };
}

/** The locale for numbers and dates, outside components. */
export function currentLocale(): string {
  return localeOf(useSettings.getState());
}

export function useShortcuts(): (command: ShortcutName) => string | undefined {
  const changed = useSettings((settings) => settings.shortcuts);
  return (command) => keysOf(command, changed);
}

export function setLanguage(language: SpokenLanguage | 'system'): void {
  useSettings.setState({ language });
}

export function markJobsSeen(): void {
  useSettings.setState({ jobsSeen: Date.now() });
}
