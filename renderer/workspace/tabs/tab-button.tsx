import { CloseButton } from '@mantine/core';
import { IconPinFilled, IconServer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type DragEvent, useState } from 'react';
import { connectionsQuery } from '../../backend/records.ts';
import { useEdited } from '../../features/queries/view-actions.tsx';
import { sameDataset } from '../../lib/catalogue/find-records.ts';
import { connectionName, placeText } from '../../lib/format/connection-state.ts';
import { tabName } from '../../lib/format/tab-name.ts';
import { versionDay } from '../../lib/versions/version-metadata.ts';
import { useLocale } from '../../state/settings.ts';
import { type DatasetTab, useTabs } from '../../state/tab.ts';
import { closeTab, showTab } from '../../state/tabs.ts';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from './tab-button.module.css';

/** The data type of a dragged tab, so that text from other programs is not mistaken for one. */
const dragType = 'application/x-almanac-tab';

/** Id of the element that a tab controls. */
export function panelId(tab: string): string {
  return `panel ${tab}`.replaceAll(/\s/g, '-');
}

/** A tab without its version, whose date is shown beside the name, where it is never truncated. */
function newest(tab: DatasetTab): DatasetTab {
  return { ...tab, query: { ...tab.query, version: null } };
}

interface TabButtonProps {
  readonly tab: DatasetTab;
  readonly active: boolean;
  /** Whether Tab leads here: to one tab of the strip. */
  readonly reachable: boolean;
  readonly onMenu: () => void;
  /** Another tab was dropped on this one. */
  readonly onDropped: (tab: string) => void;
}

export function TabButton({ tab, active, reachable, onMenu, onDropped }: TabButtonProps) {
  const words = useTabWords(tab);
  const { name, place } = words;
  const { isUnder, dropEvents } = useDrop(onDropped);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it carries the tab for the mouse; the keyboard has the button inside.
    <div
      className={styles.tab}
      role="presentation"
      data-active={active || undefined}
      data-under={isUnder || undefined}
      data-pinned={tab.pinned || undefined}
      data-dated={tab.query.version !== null || words.difference !== null || undefined}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(dragType, tab.id)}
      {...dropEvents}
      onContextMenu={onMenu}
    >
      <button
        type="button"
        role="tab"
        className={styles.button}
        {...hint(`${name}\n${place}`)}
        aria-label={tab.pinned ? t('tabs.pinned', { name }) : name}
        aria-selected={active}
        aria-controls={active ? panelId(tab.id) : undefined}
        tabIndex={reachable ? 0 : -1}
        onClick={() => showTab(tab.id)}
        onAuxClick={(event) => event.button === 1 && !tab.pinned && closeTab(tab.id)}
      >
        <TabLabel tab={tab} words={words} />
      </button>
      {/* Hidden from assistive technology, which closes a tab with Delete: a tab list may contain only tabs. */}
      {!tab.pinned && (
        <CloseButton
          className={styles.close}
          size="xs"
          tabIndex={-1}
          aria-hidden
          data-tooltip={t('tabs.close', { name })}
          onClick={() => closeTab(tab.id)}
        />
      )}
    </div>
  );
}

/** What a tab is called, and where its data is. */
function useTabWords(tab: DatasetTab) {
  const isEdited = useEdited(tab);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const connectionOf = (id: string) => connections.find((connection) => connection.id === id);
  const connection = connectionOf(tab.reference.connection);
  const difference = useTabs(({ tabs }) => tabPlace(tab, tabs, (id) => connectionName(t, connectionOf(id))));
  const named = [tabName(t, tab), difference ?? []].flat().join(' · ');
  const name = isEdited ? t('tabs.edited', { name: named }) : named;
  return { name, place: placeText(t, tab.reference.namespace, connection), difference, isEdited, connection };
}

function useDrop(onDropped: (tab: string) => void) {
  const [isUnder, setUnder] = useState(false);
  const dropEvents = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(dragType)) return;
      event.preventDefault();
      setUnder(true);
    },
    onDragLeave: () => setUnder(false),
    onDrop: (event: DragEvent) => {
      setUnder(false);
      const dragged = event.dataTransfer.getData(dragType);
      if (dragged !== '') onDropped(dragged);
    },
  };
  return { isUnder, dropEvents };
}

function TabLabel({ tab, words }: { tab: DatasetTab; words: ReturnType<typeof useTabWords> }) {
  const locale = useLocale();
  const { difference, isEdited, connection } = words;
  const { version } = tab.query;
  const isRemote = connection !== undefined && !connection.capabilities.filesOnThisComputer;
  const sign = { className: styles.icon, 'aria-hidden': true } as const;
  return (
    <>
      {tab.pinned && <IconPinFilled size={12} {...sign} />}
      {isRemote && <IconServer size={14} stroke={1.5} color={connection.colour || 'currentColor'} {...sign} />}
      <span className={styles.name} dir="auto">
        {tabName(t, newest(tab))}
      </span>
      {difference !== null && (
        <span className={styles.place} dir="auto">
          {difference}
        </span>
      )}
      {isEdited && <span className={styles.edited} />}
      {version !== null && <span className={styles.version}>{versionDay(version, locale)}</span>}
    </>
  );
}

/** Where the data of a tab comes from, the most telling part first. */
function partsOf(
  { reference, file, statement }: DatasetTab,
  connectionNameOf: (id: string) => string,
): readonly string[] {
  // A viewed file has no place in a catalogue, but a folder.
  if (file !== undefined && statement === undefined) return [file.split(/[\\/]/).at(-2) ?? ''];
  return [reference.namespace, connectionNameOf(reference.connection), reference.dataset];
}

/** How a tab differs from open ones of other data with the same name; null if there are none. */
function tabPlace(
  tab: DatasetTab,
  tabs: readonly DatasetTab[],
  connectionNameOf: (id: string) => string,
): string | null {
  const others = tabs
    .filter((other) => other.label === tab.label && !sameDataset(other.reference, tab.reference))
    .map((other) => partsOf(other, connectionNameOf));
  const parts = partsOf(tab, connectionNameOf);
  const enough = parts.find((part, position) => others.every((other) => other[position] !== part));
  const differing = parts.filter((part, position) => others.some((other) => other[position] !== part));
  return others.length === 0 ? null : (enough ?? differing.join(' · '));
}
