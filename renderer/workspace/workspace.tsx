import { Box } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import {
  IconCommand,
  IconFileUpload,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlus,
  IconServerCog,
} from '@tabler/icons-react';
import { t } from 'i18next';
import { type CSSProperties, Fragment, lazy, Suspense, useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { can } from '../backend/shell.ts';
import { openPalette } from '../commands/commands.ts';
import { ConnectionActions } from '../features/connections/connection-actions.tsx';
import { ServiceEditItems } from '../features/editing/edit-items.tsx';
import { FollowBadge, FollowedButton } from '../features/follow/followed/follow-badge.tsx';
import type { DrawLinePicture } from '../features/home/find-datasets.tsx';
import type { DrawPicture } from '../features/home/home-view.tsx';
import { PinBadge } from '../features/jobs/pin-controls.tsx';
import { QueryItems } from '../features/queries/view-actions.tsx';
import { AppearanceMenu } from '../features/settings/appearance-section.tsx';
import { CataloguePane } from '../features/tree/catalogue-pane.tsx';
import { useAfterFirstFrame } from '../startup/use-after-first-frame.ts';
import { askToPublish, openDialog } from '../state/dialogs.ts';
import { addRecent } from '../state/favourites.ts';
import { useSettings, useShortcuts } from '../state/settings.ts';
import { type DatasetTab, type Page, useTabs } from '../state/tab.ts';
import { shownTabs, showPage } from '../state/tabs.ts';
import { narrowWindow, showCatalogue, useTreeState } from '../state/tree.ts';
import { chooseToView } from '../state/viewed-files.ts';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { PaneDivider } from '../ui/layout/pane-divider.tsx';
import { useCommands } from './commands/use-commands.ts';
import { FileDrop } from './file-drop.tsx';
import { DatasetFileItems, NamespaceFileItems } from './file-items.tsx';
import { StatusBar } from './status/status-bar.tsx';
import { TabStrip } from './tabs/tab-strip.tsx';
import { useDrawnTabs, WorkspaceTab } from './tabs/workspace-tab.tsx';
import styles from './workspace.module.css';

/** None of it is visible in the first frame, and it is half of the window's code. */
const Overlays = lazy(async () => ({ default: (await import('./overlays.tsx')).Overlays }));

const HomeView = lazy(async () => ({ default: (await import('../features/home/home-view.tsx')).HomeView }));

const DatasetPicture = lazy(async () => ({
  default: (await import('../features/charts/small-charts.tsx')).DatasetPicture,
}));

const LinePicture = lazy(async () => ({
  default: (await import('../features/charts/small-charts.tsx')).LinePicture,
}));

const HomeChanges = lazy(async () => ({
  default: (await import('../features/follow/followed/change-list.tsx')).HomeChanges,
}));

const FollowedPage = lazy(async () => ({
  default: (await import('../features/follow/followed/followed-page.tsx')).FollowedPage,
}));

const NamespacePage = lazy(async () => ({
  default: (await import('../features/namespace/namespace-page.tsx')).NamespacePage,
}));
/** The window's layout: the catalogue on the left, open datasets in tabs, the status bar below. */
export function Workspace() {
  const commands = useCommands();
  const isAfterFirstFrame = useAfterFirstFrame();
  const isNarrow = useMediaQuery(narrowWindow, undefined, { getInitialValueInEffect: false });
  const hasDrawer = useTreeState(({ drawer }) => drawer);
  const wantedWidth = useSettings(({ catalogueHidden, paneWidth }) => (catalogueHidden ? null : paneWidth));
  const paneWidth = isNarrow ? null : wantedWidth;
  const columns = `${paneWidth === null ? '' : `min(${paneWidth}px, 40vw)`} minmax(0, 1fr)`;
  useDrawerEnd();
  return (
    <div className={styles.workspace}>
      <div className={styles.panes} style={{ gridTemplateColumns: columns }}>
        {paneWidth !== null && <Catalogue />}
        <WorkArea paneWidth={paneWidth} hasCatalogue={isNarrow ? hasDrawer : paneWidth !== null} />
        {isNarrow && hasDrawer && (
          <div className={styles.drawer}>
            <Catalogue />
            <button
              type="button"
              className={styles.backdrop}
              aria-label={t('tree.hide')}
              onClick={() => showCatalogue(false)}
            />
          </div>
        )}
      </div>
      <ActiveStatus />
      {can('publish') && <FileDrop />}
      {isAfterFirstFrame && (
        <Suspense>
          <Overlays commands={commands} />
        </Suspense>
      )}
    </div>
  );
}

/** The catalogue, with what other features add to its menus. */
function Catalogue() {
  return (
    <CataloguePane
      actions={<CatalogueActions />}
      connectionMenu={(connection) => (
        <ConnectionActions connection={connection}>
          <ServiceEditItems connection={connection.id} />
        </ConnectionActions>
      )}
      namespaceMenu={(connection, namespace) => <NamespaceFileItems connection={connection} namespace={namespace} />}
      datasetMenu={(reference, address) => <DatasetFileItems reference={reference} address={address} />}
      queryMenu={(query) => <QueryItems query={query} />}
      datasetBadge={(reference, address) => (
        <>
          <FollowBadge reference={reference} />
          <PinBadge reference={reference} address={address} />
        </>
      )}
    />
  );
}

/** Folds a drawer away when something was chosen in it, or with Escape. */
function useDrawerEnd(): void {
  const shown = useTabs(({ activeTab, page }) => activeTab ?? page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is shown.
  useEffect(() => useTreeState.setState({ drawer: false }), [shown]);
  useHotkeys([['Escape', () => useTreeState.setState({ drawer: false })]]);
}

/** What changes with the active tab. The rest of the window is not rendered again when another one is shown. */
function WorkArea({ paneWidth, hasCatalogue }: { paneWidth: number | null; hasCatalogue: boolean }) {
  const keysOf = useShortcuts();
  const page = useTabs((session) => session.page);
  const active = useActiveTab();
  useRecent(active);
  const shown = useTabs(useShallow(shownTabs));
  const drawn = useDrawnTabs(
    useTabs((session) => session.tabs),
    shown,
  );
  return (
    <main className={styles.main}>
      <h1 className="visually-hidden">{t('app.name')}</h1>
      {paneWidth !== null && (
        <PaneDivider
          label={t('common.resizePane')}
          width={paneWidth}
          min={180}
          max={600}
          onWidth={(width) => useSettings.setState({ paneWidth: width })}
        />
      )}
      <TabStrip
        home={
          <>
            <CatalogueToggle isHidden={!hasCatalogue} />
            <IconButton
              label={t('home.title')}
              keys={keysOf('home')}
              pressed={active === undefined && page.kind === 'home'}
              onClick={() => showPage({ kind: 'home' })}
              icon={IconHome}
            />
          </>
        }
        actions={
          <>
            {can('follow') && <FollowedButton isShown={active === undefined && page.kind === 'followed'} />}
            <IconButton
              label={t('palette.open')}
              keys={keysOf('palette')}
              data-tour="palette"
              onClick={openPalette}
              icon={IconCommand}
            />
            <AppearanceMenu />
          </>
        }
      />
      {active === undefined ? (
        <Suspense fallback={<Box flex={1} />}>
          <OpenPage page={page} />
        </Suspense>
      ) : (
        <OpenTabs drawn={drawn} shown={shown} active={active} />
      )}
    </main>
  );
}

interface OpenTabsProps {
  readonly drawn: readonly DatasetTab[];
  readonly shown: readonly DatasetTab[];
  readonly active: DatasetTab;
}

/** The tab that is shown, or two with a divider between them, and those that stay drawn. */
function OpenTabs({ drawn, shown, active }: OpenTabsProps) {
  const splitShare = useSettings((settings) => settings.splitShare);
  // As in workspace.css.
  const isAbove = useMediaQuery('(width < 1000px)');
  const isSplit = shown.length > 1;
  return (
    <div
      className={styles.tabs}
      data-split={isSplit || undefined}
      style={{ '--split-share': splitShare } as CSSProperties}
    >
      {drawn.map((tab, position) => (
        <Fragment key={tab.id}>
          {isSplit && position === 1 && (
            <PaneDivider
              label={t('split.resize')}
              share={isAbove ? 'above' : 'beside'}
              width={splitShare}
              min={20}
              max={80}
              onWidth={(share) => useSettings.setState({ splitShare: share })}
            />
          )}
          <WorkspaceTab tab={tab} isShown={shown.includes(tab)} isActive={tab === active} isBeside={isSplit} />
        </Fragment>
      ))}
    </div>
  );
}

function ActiveStatus() {
  return <StatusBar tab={useActiveTab()} />;
}

/** Puts the dataset of a tab first among the recent ones when the tab is shown. */
function useRecent(active: DatasetTab | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that a tab is shown.
  useEffect(() => {
    if (active !== undefined) addRecent({ reference: active.reference, label: active.label });
  }, [active?.id]);
}

function useActiveTab(): DatasetTab | undefined {
  return useTabs((session) => session.tabs.find((tab) => tab.id === session.activeTab));
}

/** The first chart of a dataset, on its card of the home page. */
const picture: DrawPicture = (reference, details, rows) => (
  <Suspense fallback={rows}>
    <DatasetPicture reference={reference} details={details}>
      {rows}
    </DatasetPicture>
  </Suspense>
);

/** The same in small, beside its line in a list. */
const linePicture: DrawLinePicture = (reference) => (
  <Suspense>
    <LinePicture reference={reference} />
  </Suspense>
);

function OpenPage({ page }: { page: Page }) {
  if (page.kind === 'home') {
    const changes = can('follow') && (
      <Suspense>
        <HomeChanges />
      </Suspense>
    );
    return (
      <HomeView onViewFile={() => void chooseToView(t)} changes={changes} picture={picture} linePicture={linePicture} />
    );
  }
  if (page.kind === 'opening') return <Box flex={1} role="status" aria-label={t('common.loading')} />;
  if (page.kind === 'followed') return <FollowedPage />;
  const { connection, namespace } = page;
  return (
    <NamespacePage
      key={`${connection} ${namespace}`}
      connection={connection}
      slug={namespace}
      menu={<NamespaceFileItems connection={connection} namespace={namespace} />}
      picture={linePicture}
    />
  );
}

function CatalogueToggle({ isHidden }: { isHidden: boolean }) {
  const keysOf = useShortcuts();
  const Icon = isHidden ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <IconButton
      data-field="catalogue-toggle"
      label={isHidden ? t('tree.show') : t('tree.hide')}
      keys={keysOf('toggle-catalogue')}
      onClick={() => showCatalogue(isHidden)}
      icon={Icon}
    />
  );
}

function CatalogueActions() {
  const keysOf = useShortcuts();
  return (
    <>
      {can('publish') && (
        <IconButton
          data-tour="publish"
          label={t('publish.action')}
          keys={keysOf('publish')}
          onClick={() => askToPublish([])}
          icon={IconFileUpload}
        />
      )}
      {can('connections') && (
        <>
          <IconButton
            label={t('connections.add')}
            onClick={() => openDialog({ kind: 'add-connection' })}
            icon={IconPlus}
          />
          <IconButton
            label={t('connections.manage')}
            onClick={() => openDialog({ kind: 'connections' })}
            icon={IconServerCog}
          />
        </>
      )}
    </>
  );
}
