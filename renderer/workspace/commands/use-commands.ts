import { getHotkeyHandler, useHotkeys } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type ChangedShortcuts, fixedKeys, keysOf } from '#shared/shortcuts.ts';
import { checkConnection } from '../../backend/connections.ts';
import { reportFailure } from '../../backend/failure.ts';
import { connectionsQuery, records } from '../../backend/records.ts';
import { reportDiagnostics } from '../../backend/settings.ts';
import { onShellEvent } from '../../backend/shell.ts';
import { type Command, focusField } from '../../commands/commands.ts';
import { openPalette } from '../../commands/open-palette.ts';
import { pageOfFocus } from '../../lib/help.ts';
import { moveToRegion } from '../../lib/keyboard/regions.ts';
import { languageNames, languages } from '../../locales/language.ts';
import { askToPublish, openDialog, openHelp, showJobs, startTour, useDialogs } from '../../state/dialogs.ts';
import { setLanguage, themes, useSettings } from '../../state/settings.ts';
import { changeQuery, redo, showView, undo, useTabs, views } from '../../state/tab.ts';
import { closeSplit, closeTab, reopenTab, showBeside, showNeighbour, showPage } from '../../state/tabs.ts';
import { focusView } from '../../state/wanted-focus.ts';
import { chooseToView } from '../choose-to-view.ts';
import { editingCommands } from './editing-commands.ts';
import { exportTab } from './export-dataset.ts';
import { viewCommands } from './view-commands.ts';
import { windowCommands } from './window-commands.ts';

/** The id of the active tab, read when a command runs. */
function front(): string | null {
  return useTabs.getState().activeTab;
}

function inFront(act: (tab: string) => void): () => void {
  return () => {
    const tab = front();
    if (tab !== null) act(tab);
  };
}

/** What shows a view also moves the focus into it: into the rows, if it has any. */
function thenFocus(act: () => void): () => void {
  return () => {
    act();
    focusView();
  };
}

/** Asks every service whether it is there, and for what it has now. */
async function refresh(): Promise<void> {
  const connections = await records.fetchQuery(connectionsQuery);
  // Each connection shows its own failure.
  await Promise.allSettled(connections.map(({ id }) => checkConnection(id)));
}

/** Folds the catalogue away, or back. The focus must not vanish with it. */
function hideCatalogue(catalogueHidden: boolean): void {
  const wasInside = document.activeElement?.closest('[data-region="catalogue"]') != null;
  flushSync(() => useSettings.setState({ catalogueHidden }));
  if (wasInside && catalogueHidden) focusField('catalogue-toggle');
}

/** A pinned tab can only be closed from its menu. */
function closeUnlessPinned(id: string): void {
  if (!useTabs.getState().tabs.some((tab) => tab.id === id && tab.pinned)) closeTab(id);
}

/** The id of the tab after another one, wrapping around; the same if it is the only one. */
function afterTab(id: string): string {
  const { tabs } = useTabs.getState();
  return tabs[(tabs.findIndex((tab) => tab.id === id) + 1) % tabs.length]?.id ?? id;
}

/** Maximum number of frames until the grid has drawn its filter row. */
const maxFilterRowFrames = 60;

/** Shows the filter row with the focus in it, at the column that had it; or hides it, with the focus in the rows. */
function toggleFilterRow(): void {
  const column = document.activeElement?.closest('[col-id]')?.getAttribute('col-id') ?? '';
  const filterRow = !useSettings.getState().filterRow;
  useSettings.setState({ filterRow });
  const focus = (frames: number) => {
    const isThere = focusField('filter-row', `[col-id="${CSS.escape(column)}"]`);
    if (!isThere && frames > 0) requestAnimationFrame(() => focus(frames - 1));
  };
  if (filterRow) focus(maxFilterRowFrames);
  else focusView();
}

function generalCommands(t: TFunction): Command[] {
  return [
    { id: 'palette', title: t('palette.open'), group: 'general', run: openPalette },
    { id: 'help', title: t('help.open'), group: 'general', run: () => openHelp(pageOfFocus()) },
    { id: 'release-notes', title: t('help.releaseNotes'), group: 'general', run: () => openHelp('release-notes') },
    { id: 'report-problem', title: t('help.reportCommand'), group: 'general', run: () => openHelp('report') },
    {
      id: 'shortcuts',
      title: t('palette.shortcuts'),
      group: 'general',
      run: () => openDialog({ kind: 'shortcuts' }),
    },
    { id: 'home', title: t('home.show'), group: 'general', run: () => showPage({ kind: 'home' }) },
    { id: 'tour', title: t('tour.start'), group: 'general', run: startTour },
    {
      id: 'catalogue',
      title: t('palette.focusCatalogue'),
      group: 'general',
      run: () => {
        hideCatalogue(false);
        focusField('catalogue-filter');
      },
    },
    {
      id: 'toggle-catalogue',
      title: t('tree.toggle'),
      group: 'general',
      run: () => hideCatalogue(!useSettings.getState().catalogueHidden),
    },
    { id: 'next-region', title: t('palette.nextRegion'), group: 'general', run: () => moveToRegion(1) },
    { id: 'previous-region', title: t('palette.previousRegion'), group: 'general', run: () => moveToRegion(-1) },
    {
      id: 'refresh',
      title: t('palette.refresh'),
      group: 'general',
      run: () => void refresh().catch(reportFailure),
    },
    {
      id: 'publish',
      title: t('publish.action'),
      group: 'general',
      run: () => askToPublish([]),
    },
    { id: 'follow', title: t('follow.action'), group: 'general', run: () => openDialog({ kind: 'follow' }) },
    { id: 'followed', title: t('followed.show'), group: 'general', run: () => showPage({ kind: 'followed' }) },
    {
      id: 'view-file',
      title: t('viewed.action'),
      group: 'general',
      run: () => void chooseToView(t),
    },
    {
      id: 'jobs',
      title: t('jobs.show'),
      group: 'general',
      run: () => showJobs(!useDialogs.getState().jobs),
    },
    {
      id: 'add-connection',
      title: t('connections.addNamed'),
      group: 'general',
      run: () => openDialog({ kind: 'add-connection' }),
    },
    {
      id: 'connections',
      title: t('connections.manage'),
      group: 'general',
      run: () => openDialog({ kind: 'connections' }),
    },
    {
      id: 'licences',
      title: t('licences.title'),
      group: 'general',
      run: () => openDialog({ kind: 'licences' }),
    },
    {
      id: 'diagnostics',
      title: t('licences.diagnostics'),
      group: 'general',
      run: () => void reportDiagnostics().catch(reportFailure),
    },
    ...themes.map(
      (theme): Command => ({
        id: `theme-${theme}`,
        title: t('palette.theme', { theme: t(`settings.${theme}`) }),
        group: 'general',
        run: () => useSettings.setState({ theme }),
      }),
    ),
    ...languages.map(
      (language): Command => ({
        id: `language-${language}`,
        title: t('palette.language', { language: languageNames[language] }),
        group: 'general',
        run: () => setLanguage(language),
      }),
    ),
  ];
}

function tabCommands(t: TFunction): Command[] {
  return [
    { id: 'next-tab', title: t('palette.nextTab'), group: 'tabs', run: thenFocus(() => showNeighbour(1)) },
    { id: 'previous-tab', title: t('palette.previousTab'), group: 'tabs', run: thenFocus(() => showNeighbour(-1)) },
    { id: 'close-tab', title: t('palette.closeTab'), group: 'tabs', run: inFront(closeUnlessPinned) },
    { id: 'split', title: t('palette.split'), group: 'tabs', run: inFront((tab) => showBeside(afterTab(tab))) },
    { id: 'close-split', title: t('split.close'), group: 'tabs', run: closeSplit },
    { id: 'reopen-tab', title: t('tabs.reopen'), group: 'tabs', run: thenFocus(() => reopenTab()) },
    ...views.map(
      (view): Command => ({
        id: `view-${view}`,
        title: t('palette.showView', { view: t(`views.${view}`) }),
        group: 'views',
        run: thenFocus(inFront((tab) => showView(tab, view))),
      }),
    ),
  ];
}

function rowCommands(t: TFunction): Command[] {
  const toggle = (name: 'histograms' | 'details' | 'raw') => () =>
    useSettings.setState((settings) => ({ [name]: !settings[name] }));
  const goToRow = () => focusField('go-to-row');
  return [
    {
      id: 'search',
      title: t('filters.search'),
      group: 'rows',
      run: () => focusField('row-search'),
    },
    { id: 'go-to-row', title: t('rows.goTo'), group: 'rows', otherKeys: [fixedKeys.goToRow], run: goToRow },
    { id: 'filter-row', title: t('filters.row'), group: 'rows', run: toggleFilterRow },
    { id: 'histograms', title: t('figures.histograms'), group: 'rows', run: toggle('histograms') },
    {
      id: 'export',
      title: t('export.action'),
      group: 'rows',
      run: inFront((tab) => void exportTab(tab)),
    },
    { id: 'undo-view', title: t('gridActions.undoView'), group: 'rows', run: inFront(undo) },
    { id: 'redo-view', title: t('gridActions.redoView'), group: 'rows', run: inFront(redo) },
    { id: 'details', title: t('palette.toggleDetails'), group: 'rows', run: toggle('details') },
    { id: 'raw', title: t('palette.toggleRaw'), group: 'rows', run: toggle('raw') },
    {
      id: 'clear-query',
      title: t('palette.clearQuery'),
      group: 'rows',
      run: inFront((tab) =>
        changeQuery(tab, { filters: [], join: undefined, ordering: [], collation: undefined, search: '' }),
      ),
    },
  ];
}

/** All commands, in the order of the palette and the list of shortcuts. */
const commandSets = [generalCommands, windowCommands, editingCommands, tabCommands, rowCommands, viewCommands] as const;

/** Shortcuts are bound and displayed from the same list. */
function allCommands(t: TFunction, changed: ChangedShortcuts): Command[] {
  const commands = commandSets.flatMap((commandsOf) => commandsOf(t));
  return commands.map((command) => {
    const keys = keysOf(command.id, changed);
    return keys === undefined ? command : { ...command, keys };
  });
}

/**
 * Handles keys before any control does: for instance, a tab list moves to its first tab on `Home` with any modifier.
 */
function useWindowKeys(hotkeys: [string, () => void][]): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const handled = hotkeys.map(([keys, run]): [string, () => void] => [
      keys,
      () => {
        event.stopPropagation();
        run();
      },
    ]);
    getHotkeyHandler(handled)(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.documentElement.addEventListener('keydown', listener, { capture: true });
    return () => document.documentElement.removeEventListener('keydown', listener, { capture: true });
  }, []);
}

/**
 * All commands, with their shortcuts bound. Shortcuts with a modifier also work in text fields; single letters do not.
 */
export function useCommands(): readonly Command[] {
  const { t } = useTranslation();
  const changed = useSettings((settings) => settings.shortcuts);
  const commands = useMemo(() => allCommands(t, changed), [t, changed]);
  useMenuCommands(commands);
  const hotkeys = commands.flatMap((command) =>
    [command.keys ?? [], command.otherKeys ?? []].flat().map((keys): [string, () => void] => [keys, command.run]),
  );
  const isForWindow = ([keys]: [string, () => void]) => keys.startsWith('alt+');
  useWindowKeys(hotkeys.filter(isForWindow));
  useHotkeys(
    hotkeys.filter((hotkey) => hotkey[0].length > 1 && !isForWindow(hotkey)),
    [],
  );
  useHotkeys(hotkeys.filter(([keys]) => keys.length === 1));
  return commands;
}

/** Runs the commands chosen from the native menus. */
function useMenuCommands(commands: readonly Command[]): void {
  const current = useRef(commands);
  current.current = commands;
  useEffect(
    () =>
      onShellEvent((event) => {
        if (event.kind === 'command') current.current.find(({ id }) => id === event.command)?.run();
      }),
    [],
  );
}
