import { Combobox, Flex, Menu, useCombobox } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { connectionsQuery } from '../../backend/records.ts';
import { findable, isFound, wordsOf } from '../../lib/find-words.ts';
import { placeText } from '../../lib/format/connection-state.ts';
import { tabName } from '../../lib/format/tab-name.ts';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import { regionOf } from '../../lib/keyboard/regions.ts';
import { isFavourite, toggleFavourite, useFavourites } from '../../state/favourites.ts';
import { copyLinkToTab } from '../../state/share-view.ts';
import { type DatasetTab, useTabs } from '../../state/tab.ts';
import {
  closeOtherTabs,
  closeSplit,
  closeTab,
  closeTabsRightOf,
  moveTab,
  pinTab,
  reopenTab,
  showBeside,
  showTab,
} from '../../state/tabs.ts';
import { IconButton, MenuItem } from '../../ui/actions/icon-button.tsx';
import styles from '../workspace.module.css';
import { TabButton } from './tab-button.tsx';

/**
 * The tab strip. Arrow keys move between tabs, with Ctrl and Shift they move the tab, Delete closes it; the mouse drags
 * it.
 */
export function TabStrip({ home, actions }: { home?: ReactNode; actions: ReactNode }) {
  const { tabs, activeTab } = useTabs();
  const list = useRef<HTMLDivElement>(null);
  const [menuTab, setMenuTab] = useState<DatasetTab | null>(null);
  // On the home page no tab is active, but the keyboard still needs a way to reach them.
  const reachableTab = activeTab ?? tabs[0]?.id ?? null;
  const onKeyDown = (event: KeyboardEvent) => {
    // Flushed synchronously: a moved tab loses the focus, which must not go elsewhere in the meantime.
    if (reachableTab === null || !flushSync(() => act(event, tabs, reachableTab))) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>('[role="tab"][tabindex="0"]')?.focus();
  };
  const overflows = useOverflow(list, tabs.length);
  useEffect(() => {
    // Of a strip that became narrower it may have left the view.
    if (activeTab !== null && overflows > 0)
      list.current?.querySelector('[data-active]')?.scrollIntoView({ inline: 'nearest' });
  }, [activeTab, overflows]);
  return (
    <div className={styles.tabStrip} {...regionOf('tabs')} data-tour="tabs">
      <Flex align="center" gap="xs" px="sm">
        {home}
      </Flex>
      {tabs.length > 0 && (
        <Menu position="bottom-start" width={220}>
          <Menu.ContextMenu>
            <div
              className={styles.tabList}
              role="tablist"
              aria-label={t('app.workspace')}
              ref={list}
              onKeyDown={onKeyDown}
            >
              {tabs.map((tab, position) => (
                <TabButton
                  key={tab.id}
                  tab={tab}
                  active={tab.id === activeTab}
                  reachable={tab.id === reachableTab}
                  onMenu={() => setMenuTab(tab)}
                  onDropped={(dragged) => moveTab(dragged, position)}
                />
              ))}
            </div>
          </Menu.ContextMenu>
          <Menu.Dropdown>{menuTab !== null && <TabMenu tab={menuTab} />}</Menu.Dropdown>
        </Menu>
      )}
      {tabs.length === 0 && <span className={styles.tabList} />}
      <Flex align="center" gap="xs" px="sm">
        {overflows > 0 && <TabFinder />}
        {actions}
      </Flex>
    </div>
  );
}

/** Width in pixels of the tabs that do not fit; follows the width of the strip. */
function useOverflow(list: RefObject<HTMLDivElement | null>, tabs: number): number {
  const [overflow, setOverflow] = useState(0);
  const hasTabs = tabs > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab takes room, too.
  useEffect(() => {
    const strip = list.current;
    if (strip === null || !hasTabs) {
      setOverflow(0);
      return undefined;
    }
    const measure = () => setOverflow(Math.max(0, strip.scrollWidth - strip.clientWidth));
    const observer = new ResizeObserver(measure);
    // The observer also reports the first width, once the page is laid out anyway.
    observer.observe(strip);
    return () => observer.disconnect();
  }, [list, hasTabs, tabs]);
  return overflow;
}

/** Handles a key; false if it has no function here. */
function act(event: KeyboardEvent, tabs: readonly DatasetTab[], activeTab: string): boolean {
  const position = tabs.findIndex((tab) => tab.id === activeTab);
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by !== undefined && isPressed(event, 'moveTab')) moveTab(activeTab, position + by);
  else if (isPressed(event, 'closeTab')) closeTab(activeTab);
  else if (!isPressed(event, 'showTab')) return false;
  else {
    const target = by === undefined ? { Home: 0, End: tabs.length - 1 }[event.key] : position + by;
    const next = target === undefined ? undefined : tabs[(target + tabs.length) % tabs.length];
    if (next === undefined) return false;
    showTab(next.id);
  }
  return true;
}

/** A searchable list of all open tabs, for those that do not fit in the strip. */
function TabFinder() {
  const { tabs, activeTab } = useTabs();
  const { data: connections = [] } = useQuery(connectionsQuery);
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose() {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
  });
  const lines = tabs.map((tab) => {
    const connection = connections.find(({ id }) => id === tab.reference.connection);
    return { id: tab.id, name: tabName(t, tab), place: placeText(t, tab.reference.namespace, connection) };
  });
  const words = wordsOf(search);
  const found = lines.filter(({ name, place }) => isFound(words, findable(name, place)));
  // Enter chooses the first match.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another first one.
  useEffect(() => {
    combobox.selectFirstOption();
  }, [search, combobox.selectFirstOption]);
  return (
    <Combobox
      store={combobox}
      width={320}
      withinPortal={false}
      position="bottom-end"
      onOptionSubmit={(id) => {
        showTab(id);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <IconButton label={t('tabs.all')} onClick={() => combobox.toggleDropdown()} icon={IconChevronDown} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('tabs.search')}
          aria-label={t('tabs.search')}
        />
        <Combobox.Options className={styles.tabFinder} aria-label={t('tabs.all')}>
          {found.map(({ id, name, place }) => (
            <Combobox.Option key={id} value={id} active={id === activeTab}>
              <span className={styles.tabFinderName}>{name}</span>
              <span className={styles.tabFinderPlace}>{place}</span>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('tabs.none')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function TabMenu({ tab }: { tab: DatasetTab }) {
  const { tabs, closed, activeTab, split } = useTabs();
  const { reference, label } = tab;
  const favourite = useFavourites((list) => isFavourite(list.favourites, reference));
  const position = tabs.findIndex((each) => each.id === tab.id);
  return (
    <>
      <Menu.Item onClick={() => pinTab(tab.id, !tab.pinned)}>{t(tab.pinned ? 'tabs.unpin' : 'tabs.pin')}</Menu.Item>
      <MenuItem text={t('tabs.moveLeft')} disabled={position <= 0} onClick={() => moveTab(tab.id, position - 1)} />
      <Menu.Item disabled={position === tabs.length - 1} onClick={() => moveTab(tab.id, position + 1)}>
        {t('tabs.moveRight')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item disabled={activeTab === null || activeTab === tab.id} onClick={() => showBeside(tab.id)}>
        {t('split.beside')}
      </Menu.Item>
      {split !== null && <Menu.Item onClick={closeSplit}>{t('split.close')}</Menu.Item>}
      {tab.file === undefined && (
        <>
          <Menu.Item onClick={() => toggleFavourite({ reference, label })}>
            {t(favourite ? 'tree.removeFavourite' : 'tree.addFavourite')}
          </Menu.Item>
          <Menu.Item onClick={() => void copyLinkToTab(t, tab.id)}>{t('share.copy')}</Menu.Item>
        </>
      )}
      <Menu.Divider />
      <Menu.Item onClick={() => closeTab(tab.id)}>{t('tabs.closeThis')}</Menu.Item>
      <MenuItem text={t('tabs.closeOthers')} disabled={tabs.length < 2} onClick={() => closeOtherTabs(tab.id)} />
      <Menu.Item disabled={position === tabs.length - 1} onClick={() => closeTabsRightOf(tab.id)}>
        {t('tabs.closeRight')}
      </Menu.Item>
      <MenuItem text={t('tabs.reopen')} disabled={closed.length === 0} onClick={() => reopenTab()} />
    </>
  );
}
