import { Menu } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import { regionOf } from '../../lib/keyboard/regions.ts';
import { type DatasetTab, useTabs } from '../../state/tab.ts';
import { closeTab, moveTab, showTab } from '../../state/tabs.ts';
import styles from '../workspace.module.css';
import { TabButton } from './tab-button.tsx';
import { TabFinder } from './tab-finder.tsx';
import { TabMenu } from './tab-menu.tsx';

/**
 * The tab strip. Arrow keys move between tabs, with Ctrl and Shift they move the tab, Delete closes it; the mouse drags
 * it.
 */
export function TabStrip({ home, actions }: { home?: ReactNode; actions: ReactNode }) {
  const { t } = useTranslation();
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
      <div className={styles.tabActions}>{home}</div>
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
      <div className={styles.tabActions}>
        {overflows > 0 && <TabFinder />}
        {actions}
      </div>
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
