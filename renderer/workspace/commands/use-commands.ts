import { getHotkeyHandler, useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { languages } from '#shared/locales/languages.ts';
import type { ShellCapabilities } from '#shared/rpc/shell/capabilities.ts';
import { type ChangedShortcuts, fixedKeys, keysOf } from '#shared/shortcuts.ts';
import { change } from '../../backend/changes.ts';
import { reportFailure } from '../../backend/failure.ts';
import { connectionsQuery, records } from '../../backend/records.ts';
import { reportDiagnostics } from '../../backend/settings.ts';
import { can, onShellEvent, shell } from '../../backend/shell.ts';
import { type Command, commandsOf, focusField, openPalette } from '../../commands/commands.ts';
import { pageOfFocus } from '../../lib/help.ts';
import { moveToRegion } from '../../lib/keyboard/regions.ts';
import { languageNames } from '../../locales/language.ts';
import {
  askToPublish,
  exportTab,
  offeredSections,
  openDialog,
  openHelp,
  showJobs,
  startTour,
  useDialogs,
} from '../../state/dialogs.ts';
import { revertToSaved, updateSaved } from '../../state/open-view.ts';
import { clearQuery } from '../../state/query-edits.ts';
import { setLanguage, themes, useSettings } from '../../state/settings.ts';
import { copyLinkToTab } from '../../state/share-view.ts';
import { openEmptyStatement, openStatementOfView } from '../../state/statements.ts';
import { redo, showView, tabOf, undo, useTabs, views } from '../../state/tab.ts';
import { closeSplit, closeTab, reopenTab, showBeside, showNeighbour, showPage } from '../../state/tabs.ts';
import { isCatalogueShown, showCatalogue } from '../../state/tree.ts';
import { chooseToView } from '../../state/viewed-files.ts';
import { focusView } from '../../state/wanted-focus.ts';
import { editingCommands } from './editing-commands.ts';
import needs from './needs.json' with { type: 'json' };

function front(): string | null {
  return useTabs.getState().activeTab;
}

function inFront(act: (tab: string) => void): () => void {
  return () => {
    const tab = front();
    if (tab !== null) act(tab);
  };
}

/** Asks every service whether it is there, and for what it has now. */
async function refresh(): Promise<void> {
  const connections = await records.fetchQuery(connectionsQuery);
  // Each connection shows its own failure.
  await Promise.allSettled(connections.map(({ id }) => change('checkConnection', { connection: id })));
}

/** Folds the catalogue away, or back. The focus must not vanish with it. */
function hideCatalogue(isHidden: boolean): void {
  const wasInside = document.activeElement?.closest('[data-region="catalogue"]') != null;
  flushSync(() => showCatalogue(!isHidden));
  if (wasInside && isHidden) focusField('catalogue-toggle');
}

/** A pinned tab can only be closed from its menu. */
function closeUnlessPinned(id: string): void {
  if (!useTabs.getState().tabs.some((tab) => tab.id === id && tab.pinned)) closeTab(id);
}

function showNextBeside(id: string): void {
  const { tabs } = useTabs.getState();
  showBeside(tabs[(tabs.findIndex((tab) => tab.id === id) + 1) % tabs.length]?.id ?? id);
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

const general = commandsOf('general');
const ofTabs = commandsOf('tabs');
const ofViews = commandsOf('views');
const ofRows = commandsOf('rows');

function generalCommands(t: TFunction): Command[] {
  return [
    general('palette', t('palette.open'), openPalette),
    general('help', t('help.open'), () => openHelp(pageOfFocus())),
    general('release-notes', t('help.releaseNotes'), () => openHelp('release-notes')),
    general('report-problem', t('help.reportCommand'), () => openHelp('report')),
    general('shortcuts', t('palette.shortcuts'), () => openDialog({ kind: 'shortcuts' })),
    general('home', t('home.show'), () => showPage({ kind: 'home' })),
    general('tour', t('tour.start'), startTour),
    general('catalogue', t('palette.focusCatalogue'), () => {
      hideCatalogue(false);
      focusField('catalogue-filter');
    }),
    general('toggle-catalogue', t('tree.toggle'), () => hideCatalogue(isCatalogueShown())),
    general('next-region', t('palette.nextRegion'), () => moveToRegion(1)),
    general('previous-region', t('palette.previousRegion'), () => moveToRegion(-1)),
    general('refresh', t('palette.refresh'), () => void refresh().catch(reportFailure)),
    general('publish', t('publish.action'), () => askToPublish([])),
    general('follow', t('follow.action'), () => openDialog({ kind: 'follow' })),
    general('followed', t('followed.show'), () => showPage({ kind: 'followed' })),
    general('view-file', t('viewed.action'), () => void chooseToView(t)),
    general('sql', t('sql.open'), () => void openEmptyStatement(t).catch(reportFailure)),
    general('steps', t('steps.open'), () => void openEmptyStatement(t, true).catch(reportFailure)),
    general('jobs', t('jobs.show'), () => showJobs(!useDialogs.getState().jobs)),
    general('add-connection', t('connections.addNamed'), () => openDialog({ kind: 'add-connection' })),
    general('connections', t('connections.manage'), () => openDialog({ kind: 'connections' })),
    general('licences', t('licences.title'), () => openDialog({ kind: 'licences' })),
    general('diagnostics', t('licences.diagnostics'), () => void reportDiagnostics().catch(reportFailure)),
    ...themes.map((theme) =>
      general(`theme-${theme}`, t('palette.theme', { theme: t(`settings.${theme}`) }), () =>
        useSettings.setState({ theme }),
      ),
    ),
    ...languages.map((language) =>
      general(`language-${language}`, t('palette.language', { language: languageNames[language] }), () =>
        setLanguage(language),
      ),
    ),
  ];
}

function windowCommands(t: TFunction): Command[] {
  const call = (name: 'newWindow' | 'closeWindow') => () => void shell.call(name, {}).catch(reportFailure);
  return [
    general('new-window', t('preferences.newWindow'), call('newWindow')),
    general('close-window', t('preferences.closeWindow'), call('closeWindow')),
    general('settings', t('preferences.title'), () => openDialog({ kind: 'settings' })),
    general('back-up', t('palette.backUp'), () => openDialog({ kind: 'settings', section: 'storage' })),
    ...offeredSections().map((section) =>
      general(`settings-${section}`, t('preferences.open', { section: t(`preferences.${section}`) }), () =>
        openDialog({ kind: 'settings', section }),
      ),
    ),
  ];
}

function tabCommands(t: TFunction): Command[] {
  /** What shows a view also moves the focus into it: into the rows, if it has any. */
  const showing = (make: typeof ofTabs, id: string, title: string, act: () => void) =>
    make(id, title, () => {
      act();
      focusView();
    });
  return [
    showing(ofTabs, 'next-tab', t('palette.nextTab'), () => showNeighbour(1)),
    showing(ofTabs, 'previous-tab', t('palette.previousTab'), () => showNeighbour(-1)),
    ofTabs('close-tab', t('palette.closeTab'), inFront(closeUnlessPinned)),
    ofTabs('split', t('palette.split'), inFront(showNextBeside)),
    ofTabs('close-split', t('split.close'), closeSplit),
    showing(ofTabs, 'reopen-tab', t('tabs.reopen'), () => reopenTab()),
    ...views.map((view) => {
      const show = inFront((tab) => showView(tab, view));
      return showing(ofViews, `view-${view}`, t('palette.showView', { view: t(`views.${view}`) }), show);
    }),
  ];
}

function rowCommands(t: TFunction): Command[] {
  const toggle = (name: 'histograms' | 'details' | 'raw') => () =>
    useSettings.setState((settings) => ({ [name]: !settings[name] }));
  const goToRow = () => focusField('go-to-row');
  return [
    ofRows('search', t('filters.search'), () => focusField('row-search')),
    ofRows('go-to-row', t('rows.goTo'), goToRow, { otherKeys: [fixedKeys.goToRow] }),
    ofRows('filter-row', t('filters.row'), toggleFilterRow),
    ofRows('histograms', t('figures.histograms'), toggle('histograms')),
    ofRows('export', t('export.action'), inFront(exportTab)),
    ofRows('undo-view', t('gridActions.undoView'), inFront(undo)),
    ofRows('redo-view', t('gridActions.redoView'), inFront(redo)),
    ofRows('details', t('palette.toggleDetails'), toggle('details')),
    ofRows('raw', t('palette.toggleRaw'), toggle('raw')),
    ofRows('clear-query', t('palette.clearQuery'), inFront(clearQuery)),
  ];
}

/** The commands that save and share the active tab's view. A file has neither an address nor queries. */
function viewCommands(t: TFunction): Command[] {
  const published = (id: string, title: string, act: (tab: string) => void) => {
    const notify = () => notifications.show({ message: t('viewed.publishFirst') });
    return ofRows(
      id,
      title,
      inFront((tab) => (tabOf(tab)?.file === undefined ? act(tab) : notify())),
    );
  };
  return [
    published('save-view', t('queries.save'), (tab) => openDialog({ kind: 'save', tab })),
    published('update-query', t('queries.updateCommand'), (tab) => updateSaved(t, tab)),
    published('revert-query', t('queries.revertCommand'), (tab) => revertToSaved(t, tab)),
    published('sql-from-view', t('sql.newFromView'), (tab) => void openStatementOfView(t, tab).catch(reportFailure)),
    published('copy-link', t('share.copy'), (tab) => void copyLinkToTab(t, tab)),
  ];
}

/** All commands, in the order of the palette and the list of shortcuts. */
const commandSets = [generalCommands, windowCommands, editingCommands, tabCommands, rowCommands, viewCommands] as const;

/** Shortcuts are bound and displayed from the same list. */
function allCommands(t: TFunction, changed: ChangedShortcuts): Command[] {
  const commands = commandSets.flatMap((commandsIn) => commandsIn(t)).filter(({ id }) => isPossible(id));
  return commands.map((command) => {
    const keys = keysOf(command.id, changed);
    return keys === undefined ? command : { ...command, keys };
  });
}

/** The capability that a command needs; the others need none. */
function isPossible(id: string): boolean {
  const needed = new Map(Object.entries(needs)).get(id);
  return needed === undefined || can(needed as keyof ShellCapabilities);
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
