import { beforeEach, expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { useTabs } from './tab.ts';
import {
  closeSide,
  closeSplit,
  closeTab,
  openTab,
  replaceView,
  scrollPartner,
  showBeside,
  shownTabs,
  showTab,
  switchDataset,
} from './tabs.ts';

const reference = (dataset: string) => ({ connection: 'local', namespace: 'n', dataset });
const shown = () => shownTabs(useTabs.getState()).map((tab) => tab.label);
const idOf = (label: string) => useTabs.getState().tabs.find((tab) => tab.label === label)?.id ?? '';

beforeEach(() => {
  useTabs.setState({ tabs: [], activeTab: null, split: null });
  openTab({ reference: reference('a'), label: 'old' });
  openTab({ reference: reference('a'), label: 'new' });
  openTab({ reference: reference('b'), label: 'other' });
  showTab(idOf('old'));
});

test('two tabs are shown while either of them is active', () => {
  showBeside(idOf('new'));
  expect(shown()).toEqual(['old', 'new']);
  showTab(idOf('new'));
  expect(shown()).toEqual(['old', 'new']);
  showTab(idOf('other'));
  expect(shown()).toEqual(['other']);
  showTab(idOf('old'));
  expect(shown()).toEqual(['old', 'new']);
  closeSplit();
  expect(shown()).toEqual(['old']);
});

test('each side can be closed, which leaves the other', () => {
  showBeside(idOf('new'));
  closeSide(idOf('old'));
  expect(shown()).toEqual(['new']);
  showBeside(idOf('old'));
  closeSide(idOf('old'));
  expect(shown()).toEqual(['new']);
});

test('if one is closed, the other stays', () => {
  showBeside(idOf('new'));
  closeTab(idOf('old'));
  showTab(idOf('new'));
  expect(shown()).toEqual(['new']);
});

test('a tab whose view or dataset is replaced stays beside the other', () => {
  showBeside(idOf('new'));
  replaceView(idOf('old'), { ...everyRow, search: 'x' }, null);
  expect(shown()).toEqual(['old', 'new']);
  switchDataset(idOf('new'), reference('c'));
  expect(shown()).toEqual(['old', 'new']);
  showTab(idOf('new'));
  expect(shown()).toEqual(['old', 'new']);
});

test('tabs of one dataset scroll together, others do not', () => {
  showBeside(idOf('new'));
  expect(scrollPartner(idOf('old'))).toBe(idOf('new'));
  expect(scrollPartner(idOf('new'))).toBe(idOf('old'));
  showTab(idOf('other'));
  expect(scrollPartner(idOf('old'))).toBeNull();
  showBeside(idOf('old'));
  expect(scrollPartner(idOf('other'))).toBeNull();
});
