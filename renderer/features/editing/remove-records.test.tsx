import { beforeEach, expect, test } from 'vitest';
import { useFavourites } from '../../state/favourites.ts';
import { changeQuery, undo, useTabs } from '../../state/tab.ts';
import { closeTab, openDataset, openTab, reopenTab, showPage } from '../../state/tabs.ts';
import { moveTabs, renameTabs } from './remove-records.ts';

const reference = (dataset: string, namespace = 'geo') => ({ connection: 'local', namespace, dataset });
const shown = () =>
  useTabs.getState().tabs.map(({ reference: { namespace, dataset }, label }) => `${namespace}/${dataset} ${label}`);

beforeEach(() => {
  useTabs.setState({ tabs: [], activeTab: null, closed: [], page: { kind: 'home' }, split: null });
  useFavourites.setState({ favourites: [], recent: [] });
  openDataset(reference('towns'), 'Towns');
  openTab({ reference: reference('towns'), label: 'Towns' });
  openDataset(reference('rivers', 'water'), 'Rivers');
});

test('two tabs of a renamed dataset stay two tabs, each with its own undo steps', () => {
  const [first, second] = useTabs.getState().tabs.map(({ id }) => id);
  changeQuery(first ?? '', { search: 'x' });
  for (const slug of ['towns', 'cities']) {
    renameTabs(reference('towns'), reference(slug), 'Cities');
    expect(shown()).toEqual([`geo/${slug} Cities`, `geo/${slug} Cities`, 'water/rivers Rivers']);
    expect(
      useTabs
        .getState()
        .tabs.map(({ id }) => id)
        .slice(0, 2),
    ).toEqual([first, second]);
  }
  undo(first ?? '');
  expect(useTabs.getState().tabs.map(({ query }) => query.search)).toEqual(['', '', '']);
});

test('a tab that was closed before its dataset was renamed is reopened at the new address', () => {
  closeTab(useTabs.getState().tabs[1]?.id ?? '');
  closeTab(useTabs.getState().tabs[0]?.id ?? '');
  renameTabs(reference('towns'), reference('cities'), 'Cities');
  reopenTab();
  expect(shown()).toEqual(['water/rivers Rivers', 'geo/cities Cities']);
});

test('the tabs, favourites and page of a namespace follow it to its new address', () => {
  useFavourites.setState({ favourites: [{ reference: reference('towns'), label: 'Towns' }] });
  showPage({ kind: 'namespace', connection: 'local', namespace: 'geo' });
  moveTabs('local', 'geo', 'places');
  expect(shown()).toEqual(['places/towns Towns', 'places/towns Towns', 'water/rivers Rivers']);
  expect(useFavourites.getState().favourites[0]?.reference).toEqual(reference('towns', 'places'));
  expect(useTabs.getState().page).toMatchObject({ namespace: 'places' });
});
