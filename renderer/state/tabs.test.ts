import { beforeEach, describe, expect, test } from 'vitest';
import { changeQuery, useTabs } from './tab.ts';
import {
  closeOtherTabs,
  closeTab,
  closeTabsRightOf,
  moveTab,
  openDataset,
  openTab,
  pinTab,
  reopenTab,
  showNeighbour,
  showTab,
  switchDataset,
} from './tabs.ts';

const reference = (dataset: string) => ({ connection: 'local', namespace: 'n', dataset });
/** Id of the first open tab of a dataset. */
const id = (dataset: string) => useTabs.getState().tabs.find((tab) => tab.reference.dataset === dataset)?.id ?? '';

/** Labels of the open tabs, the active one in brackets. */
function strip(): string {
  const { tabs, activeTab } = useTabs.getState();
  return tabs.map((tab) => (tab.id === activeTab ? `[${tab.label}]` : tab.label)).join(' ');
}

beforeEach(() => {
  useTabs.setState({ tabs: [], activeTab: null, closed: [] });
  for (const name of ['a', 'b', 'c', 'd']) openDataset(reference(name), name);
});

describe('open tabs', () => {
  test('opening an open dataset activates its tab', () => {
    openDataset(reference('b'), 'b');
    expect(strip()).toBe('a [b] c d');
  });

  test('a version opens beside the newest', () => {
    openDataset(reference('a'), 'a', '20260101000000000000');
    expect(useTabs.getState().tabs.map((tab) => tab.query.version)).toEqual([
      null,
      null,
      null,
      null,
      '20260101000000000000',
    ]);
  });

  test('a dataset can be opened again in a second tab, and separately from a saved query of it', () => {
    openTab({ reference: reference('a'), label: 'a again' });
    openTab({ reference: reference('e'), label: 'e, late', saved: { url: 'u', label: 'Late' } });
    openDataset(reference('e'), 'e');
    openDataset(reference('a'), 'a');
    expect(strip()).toBe('[a] b c d a again e, late e');
    expect(new Set(useTabs.getState().tabs.map((tab) => tab.id)).size).toBe(7);
  });

  test('no tab has the id of one that was closed or replaced', () => {
    const ids = useTabs.getState().tabs.map((tab) => tab.id);
    closeTab(id('a'));
    openDataset(reference('a'), 'a');
    closeTab(id('b'));
    reopenTab();
    openTab({ reference: reference('c'), label: 'c' }, id('c'));
    openTab({ reference: reference('c'), label: 'c' }, id('c'));
    switchDataset(id('d'), reference('e'));
    expect(useTabs.getState().tabs.filter((tab) => ids.includes(tab.id))).toEqual([]);
  });

  test('a tab opens in place of another', () => {
    pinTab(id('a'), true);
    openTab({ reference: reference('a'), label: 'new' }, id('a'));
    expect(strip()).toBe('[new] b c d');
    expect(useTabs.getState().tabs[0]).toMatchObject({ pinned: true });
  });

  test('closing the active tab activates its neighbour', () => {
    closeTab(id('d'));
    expect(strip()).toBe('a b [c]');
    showTab(id('b'));
    closeTab(id('b'));
    expect(strip()).toBe('a [c]');
    closeTab(id('a'));
    closeTab(id('c'));
    expect(strip()).toBe('');
  });

  test('closing other tabs keeps pinned ones', () => {
    pinTab(id('c'), true);
    closeOtherTabs(id('b'));
    expect(strip()).toBe('c [b]');
  });

  test('closing tabs to the right keeps the tab itself', () => {
    showTab(id('b'));
    closeTabsRightOf(id('b'));
    expect(strip()).toBe('a [b]');
  });

  test('the tab closed last is reopened first, as it was', () => {
    closeTab(id('a'));
    closeTab(id('c'));
    reopenTab();
    expect(strip()).toBe('b d [c]');
    reopenTab();
    reopenTab();
    expect(strip()).toBe('b d c [a]');
  });

  test('a closed tab is reopened beside a newer tab of its dataset, unless that shows the same view', () => {
    changeQuery(id('a'), { search: 'x' });
    closeTab(id('a'));
    openDataset(reference('a'), 'a');
    reopenTab();
    expect(useTabs.getState().tabs.map((tab) => tab.query.search)).toEqual(['', '', '', '', 'x']);
    closeTab(id('b'));
    openDataset(reference('b'), 'b');
    reopenTab();
    expect(strip()).toBe('c d a a [b]');
  });

  test('a given closed tab can be reopened', () => {
    closeTab(id('a'));
    closeTab(id('b'));
    reopenTab(useTabs.getState().closed[1]);
    expect(strip()).toBe('c d [a]');
    expect(useTabs.getState().closed.map((tab) => tab.label)).toEqual(['b']);
  });

  test('tabs are moved, pinned ones staying before the others', () => {
    moveTab(id('d'), 0);
    expect(strip()).toBe('[d] a b c');
    pinTab(id('b'), true);
    expect(strip()).toBe('b [d] a c');
    moveTab(id('b'), 3);
    expect(strip()).toBe('b [d] a c');
  });

  test('neighbours wrap around', () => {
    showNeighbour(1);
    expect(strip()).toBe('[a] b c d');
    showNeighbour(-1);
    expect(strip()).toBe('a b c [d]');
  });
});
