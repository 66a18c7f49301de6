import { CloseButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AppearanceMenu } from '../features/settings/appearance-menu.tsx';
import { closeTab, type DatasetTab, showTab, useSession } from '../session.ts';

/** Identifier of the element that a tab controls. */
export function panelId(tab: string): string {
  return `panel ${tab}`.replaceAll(/\s/g, '-');
}

/** The open datasets. Arrow keys go from one to the next, Delete closes. */
export function TabStrip() {
  const { t } = useTranslation();
  const { tabs, activeTab } = useSession();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const position = tabs.findIndex((tab) => tab.id === activeTab);
    const target = { ArrowLeft: position - 1, ArrowRight: position + 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = target === undefined ? undefined : tabs[(target + tabs.length) % tabs.length];
    if (next !== undefined) {
      showTab(next.id);
      list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(next)]?.focus();
    } else if (event.key === 'Delete' && activeTab !== null) closeTab(activeTab);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    if (activeTab !== null) list.current?.querySelector('[data-active]')?.scrollIntoView({ inline: 'nearest' });
  }, [activeTab]);
  return (
    <div className="tab-strip">
      {tabs.length > 0 && (
        <div className="tab-list" role="tablist" aria-label={t('app.workspace')} ref={list} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <TabButton key={tab.id} tab={tab} active={tab.id === activeTab} />
          ))}
        </div>
      )}
      {tabs.length === 0 && <span className="tab-list" />}
      <div className="tab-actions">
        <AppearanceMenu />
      </div>
    </div>
  );
}

function TabButton({ tab, active }: { tab: DatasetTab; active: boolean }) {
  const { t } = useTranslation();
  const { version } = tab.query;
  const name = version === null ? tab.label : t('tabs.version', { name: tab.label, version });
  return (
    <div className="tab" role="presentation" data-active={active || undefined}>
      <button
        type="button"
        role="tab"
        className="tab-button"
        title={name}
        aria-selected={active}
        aria-controls={active ? panelId(tab.id) : undefined}
        tabIndex={active ? 0 : -1}
        onClick={() => showTab(tab.id)}
        onAuxClick={(event) => event.button === 1 && closeTab(tab.id)}
      >
        {name}
      </button>
      {/* Hidden from assistive technology, which closes a tab with Delete: a tab list may hold nothing but tabs. */}
      <CloseButton
        className="tab-close"
        size="xs"
        tabIndex={-1}
        aria-hidden
        title={t('tabs.close', { name })}
        onClick={() => closeTab(tab.id)}
      />
    </div>
  );
}
