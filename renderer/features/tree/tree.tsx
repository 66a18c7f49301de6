import './tree.css';
import { hotkeysCoreFeature, type ItemInstance, syncDataLoaderFeature, type TreeInstance } from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { Menu } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { namespacesQuery, records } from '../../api/records.ts';
import { signInTo } from '../../dialogs.ts';
import { asksForSignIn } from '../../lib/failure-words.ts';
import { openDataset, useSession } from '../../session.ts';
import { rootId, type TreeContent, type TreeNode } from './tree-nodes.ts';
import { TreeRow } from './tree-row.tsx';
import { setExpanded, useTreeStore } from './tree-store.ts';

const rowHeight = 26;
const indent = 14;
const gone: TreeNode = { kind: 'note', id: '', label: '', busy: false };
const features = [syncDataLoaderFeature, hotkeysCoreFeature];

function act(node: TreeNode): void {
  if (node.kind === 'dataset') openDataset(node.reference, node.label);
  if (node.kind === 'failure' && asksForSignIn(node.failure)) signInTo(node.connection)?.();
  if (node.kind === 'failure' && node.failure.retry) {
    void records.resetQueries({ queryKey: namespacesQuery(node.connection).queryKey });
  }
}

function isFolder(node: TreeNode): boolean {
  return node.kind === 'connection' || node.kind === 'namespace' || node.kind === 'shelf';
}

function useCatalogueTree(content: TreeContent, scrollTo: (position: number) => void): TreeInstance<TreeNode> {
  const { filter, expanded } = useTreeStore();
  // The tree tells what changed by identity, so this must be a new list only when it is another one.
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
    // A line may be gone by the time the tree, which is rebuilt after a render, lets go of it.
    dataLoader: {
      getItem: (id) => content.nodes.get(id) ?? gone,
      getChildren: (id) => [...(content.children.get(id) ?? [])],
    },
    onPrimaryAction: (item) => act(item.getItemData()),
    scrollToItem: (item) => scrollTo(item.getItemMeta().index),
    hotkeys: {
      customOpen: { hotkey: 'Enter', handler: (_event, opened) => activate(opened.getFocusedItem()) },
    },
    features,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree keeps its own copy of what it shows.
  useEffect(() => tree.rebuildTree(), [tree, content]);
  return tree;
}

function activate(item: ItemInstance<TreeNode>): void {
  if (!item.isFolder()) item.primaryAction();
  else if (item.isExpanded()) item.collapse();
  else item.expand();
}

interface CatalogueTreeProps {
  readonly content: TreeContent;
  /** The items of a line's menu; null for a line without one. */
  readonly menuOf: (node: TreeNode) => ReactNode;
  /** What stands beside a line's label. */
  readonly badgeOf: (node: TreeNode) => ReactNode;
}

/** The catalogue: connections, their namespaces and datasets, of which only the visible lines exist. */
export function CatalogueTree({ content, menuOf, badgeOf }: CatalogueTreeProps) {
  const { t } = useTranslation();
  const [menuNode, setMenuNode] = useState<TreeNode | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const activeTab = useSession((session) => session.tabs.find((tab) => tab.id === session.activeTab));
  const tree = useCatalogueTree(content, (position) => virtualizer.scrollToIndex(position));
  const items = tree.getItems();
  const focused = items.findIndex((item) => item.isFocused());
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (position) => items[position]?.getId() ?? position,
    // The focused line stays, wherever the person scrolls to, so that the keyboard never loses its place.
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      return focused < 0 || visible.includes(focused) ? visible : [...visible, focused].sort((a, b) => a - b);
    },
  });
  const size: CSSProperties = { height: virtualizer.getTotalSize() };
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.ContextMenu>
        <div className="catalogue-scroller" ref={scroller}>
          <div {...tree.getContainerProps(t('tree.title'))} className="catalogue-tree" style={size}>
            {virtualizer.getVirtualItems().map((line) => {
              const item = items[line.index];
              if (item === undefined) return null;
              const node = item.getItemData();
              const level = item.getItemMeta().level;
              const active = node.kind === 'dataset' && isReferenceOf(activeTab?.reference, node);
              return (
                <div
                  {...item.getProps()}
                  role="treeitem"
                  tabIndex={item.isFocused() ? 0 : -1}
                  key={line.key}
                  className="tree-row"
                  data-kind={node.kind}
                  data-active={active || undefined}
                  data-quiet={(node.kind === 'dataset' && !node.hasData) || undefined}
                  aria-selected={active}
                  aria-busy={(node.kind === 'note' && node.busy) || undefined}
                  onContextMenu={(event) => {
                    if (node.kind === 'note' || node.kind === 'failure' || node.kind === 'shelf')
                      event.stopPropagation();
                    else setMenuNode(node);
                  }}
                  style={{ transform: `translateY(${line.start}px)`, paddingLeft: 8 + level * indent }}
                >
                  <TreeRow node={node} badge={badgeOf(node)} />
                </div>
              );
            })}
          </div>
        </div>
      </Menu.ContextMenu>
      <Menu.Dropdown>{menuNode === null ? null : menuOf(menuNode)}</Menu.Dropdown>
    </Menu>
  );
}

function isReferenceOf(reference: object | undefined, node: Extract<TreeNode, { kind: 'dataset' }>): boolean {
  return reference !== undefined && JSON.stringify(reference) === JSON.stringify(node.reference);
}
