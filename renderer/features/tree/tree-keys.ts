import type { ItemInstance, TreeInstance } from '@headless-tree/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { expandAlso, foundConnection, setFilter, useTreeState } from '../../state/tree.ts';
import type { TreeNode } from './tree-node.ts';
import { connectionNodeId } from './tree-nodes.ts';

/** Milliseconds after which typing starts a new search. */
const typeAheadMs = 700;

/** The action of Enter or the space bar on a line. */
export function activate(item: ItemInstance<TreeNode>): void {
  const { kind } = item.getItemData();
  if (kind === 'dataset' || !item.isFolder()) item.primaryAction();
  else if (item.isExpanded()) item.collapse();
  else item.expand();
}

/** The next line after the focused one, wrapping around, whose label starts with a text. */
function nextBeginning(
  items: readonly ItemInstance<TreeNode>[],
  from: number,
  text: string,
): ItemInstance<TreeNode> | undefined {
  const order = [...items.slice(from), ...items.slice(0, from)];
  return order.find((item) => item.getItemName().toLocaleLowerCase().startsWith(text));
}

/**
 * The keys of a tree that the tree library lacks (ARIA Authoring Practices, tree view): typing moves to the next line
 * that starts with the text, `*` expands all siblings, the space bar does what Enter does.
 */
export function useTreeKeys(tree: TreeInstance<TreeNode>): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', at: 0 });

  function findByTyping(key: string, now: number): void {
    const { text, at } = typed.current;
    const fresh = now - at > typeAheadMs;
    const prefix = ((fresh ? '' : text) + key).toLocaleLowerCase();
    typed.current = { text: prefix, at: now };
    const items = tree.getItems();
    const focused = items.findIndex((item) => item.isFocused());
    // The first letter moves on to the next line; further ones may stay on it.
    const found = nextBeginning(items, prefix.length === 1 ? focused + 1 : Math.max(0, focused), prefix);
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
export function useSeeking(items: readonly ItemInstance<TreeNode>[], scrollTo: (position: number) => void): void {
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
