import {
  type FeatureImplementation,
  hotkeysCoreFeature,
  type ItemInstance,
  syncDataLoaderFeature,
  type TreeInstance,
} from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { Menu } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { t } from 'i18next';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { reportFailure } from '../../backend/failure.ts';
import { namespacesQuery, records } from '../../backend/records.ts';
import { sameDataset } from '../../lib/catalogue/find-records.ts';
import { asksForSignIn } from '../../lib/format/failure-texts.ts';
import { signInTo } from '../../state/dialogs.ts';
import { openSavedQuery } from '../../state/open-view.ts';
import { type DatasetTab, useTabs } from '../../state/tab.ts';
import { openDataset } from '../../state/tabs.ts';
import { expandAlso, foundConnection, setExpanded, setFilter, useExpanded, useTreeState } from '../../state/tree.ts';
import styles from './tree.module.css';
import { connectionNodeId, isFolder, rootId, type TreeContent, type TreeNode } from './tree-nodes.ts';
import { TreeRow } from './tree-row.tsx';

const rowHeight = 26;
const indent = 14;
const removedNode: TreeNode = { kind: 'note', id: '', label: '', busy: false };

/**
 * The library focuses the line that a key has reached some time later. On a busy machine that took the focus, and with
 * it the keyboard's position, back from where further keys had moved it. Here the focus moves with the next render.
 */
const focusAtOnce: FeatureImplementation = {
  treeInstance: {
    updateDomFocus: ({ tree }) => tree.getConfig().scrollToItem?.(tree.getFocusedItem()),
  },
};
const features = [syncDataLoaderFeature, hotkeysCoreFeature, focusAtOnce];

function act(node: TreeNode): void {
  if (node.kind === 'dataset') openDataset(node.reference, node.label);
  if (node.kind === 'failure' && asksForSignIn(node.failure)) signInTo(node.connection)?.();
  if (node.kind === 'query') void openSavedQuery(node.query).catch(reportFailure);
  if (node.kind === 'failure' && node.failure.retry) {
    void records.resetQueries({ queryKey: namespacesQuery(node.connection).queryKey });
  }
}

function useCatalogueTree(content: TreeContent, scrollTo: (position: number) => void): TreeInstance<TreeNode> {
  const [moves, setMoves] = useState(0);
  const filter = useTreeState((state) => state.filter);
  const expanded = useExpanded();
  // The tree detects changes by identity, so this must only be a new list if it differs.
  const shown = useMemo(
    () => (filter === '' ? [...expanded] : [...content.children.keys()].filter((id) => id !== rootId)),
    [filter, expanded, content],
  );
  const tree = useTree<TreeNode>({
    rootItemId: rootId,
    state: { expandedItems: shown },
    setExpandedItems: (change) => {
      if (filter === '') setExpanded(typeof change === 'function' ? change(shown) : change);
    },
    getItemName: (item) => item.getItemData().label,
    isItemFolder: (item) => item.getId() === rootId || isFolder(item.getItemData()),
    // A line may be removed before the tree, which is rebuilt after a render, releases it.
    dataLoader: {
      getItem: (id) => content.nodes.get(id) ?? removedNode,
      getChildren: (id) => [...(content.children.get(id) ?? [])],
    },
    onPrimaryAction: (item) => act(item.getItemData()),
    scrollToItem: () => setMoves((before) => before + 1),
    hotkeys: {
      customOpen: { hotkey: 'Enter', handler: (_event, opened) => activate(opened.getFocusedItem()) },
    },
    features,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree keeps its own copy of what it shows.
  useEffect(() => tree.rebuildTree(), [tree, content]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what scrolls is another function after each render.
  useEffect(() => {
    if (moves === 0) return;
    const reached = tree.getFocusedItem();
    scrollTo(reached.getItemMeta().index);
    reached.getElement()?.focus();
  }, [moves]);
  return tree;
}

interface CatalogueTreeProps {
  readonly content: TreeContent;
  /** The menu items of a line; null for a line without a menu. */
  readonly menuOf: (node: TreeNode) => ReactNode;
  /** What is shown beside a line's label. */
  readonly badgeOf: (node: TreeNode) => ReactNode;
}

function isActive(node: TreeNode, tab: DatasetTab | undefined): boolean {
  if (tab === undefined) return false;
  if (node.kind === 'query') return tab.saved?.url === node.query.url;
  return node.kind === 'dataset' && tab.saved === null && sameDataset(tab.reference, node.reference);
}

function hasMenu(node: TreeNode): boolean {
  return node.kind !== 'note' && node.kind !== 'failure' && node.kind !== 'list';
}

interface LineProps {
  readonly item: ItemInstance<TreeNode>;
  /** Whether the keyboard enters the tree at this line. */
  readonly stop: boolean;
  readonly start: number;
  readonly badge: ReactNode;
  readonly onMenu: () => void;
}

function Line({ item, stop, start, badge, onMenu }: LineProps) {
  const asides = useId();
  const node = item.getItemData();
  const active = useTabs(({ tabs, activeTab }) =>
    isActive(
      node,
      tabs.find((tab) => tab.id === activeTab),
    ),
  );
  const given = item.getProps();
  const click = (event: MouseEvent) => {
    // A click opens a dataset; its saved queries are shown and hidden by the arrow before it.
    if (node.kind !== 'dataset') given.onClick(event);
    else {
      item.setFocused();
      item.primaryAction();
    }
  };
  const props = { ...given, onClick: click };
  return (
    <div
      {...props}
      role="treeitem"
      tabIndex={stop ? 0 : -1}
      onFocus={() => {
        if (!item.isFocused()) item.setFocused();
      }}
      className={styles.row}
      data-kind={node.kind}
      data-active={active || undefined}
      data-quiet={(node.kind === 'dataset' && !node.hasData) || undefined}
      aria-selected={active}
      aria-describedby={asides}
      aria-busy={(node.kind === 'note' && node.busy) || undefined}
      onContextMenu={(event) => {
        if (hasMenu(node)) onMenu();
        else event.stopPropagation();
      }}
      style={{ transform: `translateY(${start}px)`, paddingLeft: 8 + item.getItemMeta().level * indent }}
    >
      <TreeRow
        node={node}
        badge={badge}
        asidesId={asides}
        onToggle={() => (item.isExpanded() ? item.collapse() : item.expand())}
      />
    </div>
  );
}

/** The catalogue: connections, namespaces, datasets and saved queries. Only visible lines are rendered. */
export function CatalogueTree({ content, menuOf, badgeOf }: CatalogueTreeProps) {
  const [menuNode, setMenuNode] = useState<TreeNode | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const tree = useCatalogueTree(content, (position) => virtualizer.scrollToIndex(position));
  const onKeyDown = useTreeKeys(tree);
  const items = tree.getItems();
  const focused = items.findIndex((item) => item.isFocused());
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (position) => items[position]?.getId() ?? position,
    // The focused line stays rendered wherever the user scrolls to, so that the keyboard keeps its position.
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      return focused < 0 || visible.includes(focused) ? visible : [...visible, focused].sort((a, b) => a - b);
    },
  });
  useSeeking(items, (position) => virtualizer.scrollToIndex(position));
  const size: CSSProperties = { height: virtualizer.getTotalSize() };
  const lines = virtualizer.getVirtualItems();
  // If the filter has removed the focused line, the keyboard starts at the first remaining one.
  const stop = focused >= 0 ? focused : lines[0]?.index;
  return (
    <Menu position="bottom-start" width={264} returnFocus>
      <Menu.ContextMenu>
        <div className={styles.catalogueScroller} ref={scroller}>
          <div
            {...tree.getContainerProps(t('tree.title'))}
            role="tree"
            className={styles.catalogueTree}
            style={size}
            onKeyDown={onKeyDown}
          >
            {lines.map((line) => {
              const item = items[line.index];
              if (item === undefined) return null;
              const node = item.getItemData();
              return (
                <Line
                  key={line.key}
                  item={item}
                  stop={line.index === stop}
                  start={line.start}
                  badge={badgeOf(node)}
                  onMenu={() => setMenuNode(node)}
                />
              );
            })}
          </div>
        </div>
      </Menu.ContextMenu>
      <Menu.Dropdown>{menuNode === null ? null : menuOf(menuNode)}</Menu.Dropdown>
    </Menu>
  );
}

/** Milliseconds after which typing starts a new search. */
const typeAheadMs = 700;

/** The action of Enter or the space bar on a line. */
function activate(item: ItemInstance<TreeNode>): void {
  const { kind } = item.getItemData();
  if (kind === 'dataset' || !item.isFolder()) item.primaryAction();
  else if (item.isExpanded()) item.collapse();
  else item.expand();
}

/**
 * The keys of a tree that the tree library lacks (ARIA Authoring Practices, tree view): typing moves to the next line
 * that starts with the text, `*` expands all siblings, the space bar does what Enter does.
 */
function useTreeKeys(tree: TreeInstance<TreeNode>): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', at: 0 });

  function findByTyping(key: string, now: number): void {
    const { text, at } = typed.current;
    const fresh = now - at > typeAheadMs;
    const prefix = ((fresh ? '' : text) + key).toLocaleLowerCase();
    typed.current = { text: prefix, at: now };
    const items = tree.getItems();
    const focused = items.findIndex((item) => item.isFocused());
    // The first letter moves on to the next line; further ones may stay on it.
    const from = prefix.length === 1 ? focused + 1 : Math.max(0, focused);
    const order = [...items.slice(from), ...items.slice(0, from)];
    const found = order.find((item) => item.getItemName().toLocaleLowerCase().startsWith(prefix));
    if (found === undefined) return;
    found.setFocused();
    tree.updateDomFocus();
  }

  return (event) => {
    if (event.key === 'Shift') return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) {
      typed.current = { text: '', at: 0 };
      return;
    }
    const typing = typed.current.text !== '' && event.timeStamp - typed.current.at <= typeAheadMs;
    if (event.key === '*') {
      const siblings = tree.getFocusedItem().getParent()?.getChildren() ?? [];
      expandAlso(siblings.filter((item) => item.isFolder()).map((item) => item.getId()));
    } else if (event.key === ' ' && !typing) activate(tree.getFocusedItem());
    else findByTyping(event.key, event.timeStamp);
    event.preventDefault();
  };
}

/** Opens a connection that was just added, and scrolls to it: in a long catalogue its line may be far below. */
function useSeeking(items: readonly ItemInstance<TreeNode>[], scrollTo: (position: number) => void): void {
  const sought = useTreeState((state) => state.sought);
  const position = sought === null ? -1 : items.findIndex((item) => item.getId() === connectionNodeId(sought));
  useEffect(() => {
    if (sought === null) return;
    setFilter('');
    expandAlso([connectionNodeId(sought)]);
  }, [sought]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what scrolls is another function after each render.
  useEffect(() => {
    if (position < 0) return;
    scrollTo(position);
    items[position]?.setFocused();
    foundConnection();
  }, [position]);
}
