import { beforeEach, describe, expect, test } from 'vitest';
import { closeOtherTabs, closeTab, closeTabsRightOf, moveTab, pinTab, reopenTab, showNeighbour } from './open-tabs.ts';
import { openDataset, showTab, tabId, useSession } from './session.ts';

const reference = (dataset: string) => ({ connection: 'local', namespace: 'n', dataset });
const id = (dataset: string) => tabId(reference(dataset), null);

/** Labels of the open tabs; the one in front in brackets. */
function strip(): string {
  const { tabs, activeTab } = useSession.getState();
  return tabs.map((tab) => (tab.id === activeTab ? `[${tab.label}]` : tab.label)).join(' ');
}

beforeEach(() => {
  useSession.setState({ tabs: [], activeTab: null, closed: [], rowCounts: {} });
  for (const name of ['a', 'b', 'c', 'd']) openDataset(reference(name), name);
});

describe('open tabs', () => {
  test('opening what is open goes there', () => {
    openDataset(reference('b'), 'b');
    expect(strip()).toBe('a [b] c d');
  });

  test('a version opens beside the newest', () => {
    openDataset(reference('a'), 'a', '20260101000000000000');
    expect(useSession.getState().tabs.map((tab) => tab.query.version)).toEqual([
      null,
      null,
      null,
      null,
      '20260101000000000000',
    ]);
  });

  test('closing the front brings its neighbour forward', () => {
    closeTab(id('d'));
    expect(strip()).toBe('a b [c]');
    showTab(id('b'));
    closeTab(id('b'));
    expect(strip()).toBe('a [c]');
    closeTab(id('a'));
    closeTab(id('c'));
    expect(strip()).toBe('');
  });

  test('closing others spares the pinned', () => {
    pinTab(id('c'), true);
    closeOtherTabs(id('b'));
    expect(strip()).toBe('c [b]');
  });

  test('closing to the right stops at the tab', () => {
    showTab(id('b'));
    closeTabsRightOf(id('b'));
    expect(strip()).toBe('a [b]');
  });

  test('what was closed last comes back first, as it was', () => {
    closeTab(id('a'));
    closeTab(id('c'));
    reopenTab();
    expect(strip()).toBe('b d [c]');
    reopenTab();
    reopenTab();
    expect(strip()).toBe('b d c [a]');
  });

  test('tabs are moved, pinned ones staying before the others', () => {
    moveTab(id('d'), 0);
    expect(strip()).toBe('[d] a b c');
    pinTab(id('b'), true);
    expect(strip()).toBe('b [d] a c');
    moveTab(id('b'), 3);
    expect(strip()).toBe('b [d] a c');
  });

  test('neighbours go round', () => {
    showNeighbour(1);
    expect(strip()).toBe('[a] b c d');
    showNeighbour(-1);
    expect(strip()).toBe('a b c [d]');
  });
});
