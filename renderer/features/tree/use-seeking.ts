import type { ItemInstance } from '@headless-tree/core';
import { useEffect } from 'react';
import { foundConnection, useSoughtConnection } from '../../state/requested-connection.ts';
import type { TreeNode } from './tree-node.ts';
import { connectionNodeId } from './tree-nodes.ts';
import { expandAlso, setFilter } from './tree-store.ts';

/** Opens a connection that was just added, and scrolls to it: in a long catalogue its line may be far below. */
export function useSeeking(items: readonly ItemInstance<TreeNode>[], scrollTo: (position: number) => void): void {
  const sought = useSoughtConnection(({ connection }) => connection);
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
