import { expect, test } from 'vitest';
import { closeTab, reopenTab } from './open-tabs.ts';
import { chooseRows, noteExtent, requestCell, selectCells, useSelection } from './selection.ts';
import { openDataset, useSession } from './session.ts';

const reference = { connection: 'local', namespace: 'n', dataset: 'd' };
const bounds = [0, 0, 1, 1] as const;

function openSelected(): string {
  openDataset(reference, 'D');
  const tab = useSession.getState().activeTab ?? '';
  chooseRows(tab, { from: 1, to: 2 });
  selectCells(tab, { from: 1, to: 2, columns: ['x'] });
  requestCell(tab, { row: 1 });
  noteExtent(tab, bounds);
  return tab;
}

const nothing = { cells: {}, rows: {}, requested: {}, extents: {} };

test('the selection and the map extent of a tab are dropped with it, and not inherited by another', () => {
  closeTab(openSelected());
  expect(useSelection.getState()).toEqual(nothing);
  openDataset(reference, 'D');
  expect(useSelection.getState()).toEqual(nothing);
});

test('a reopened tab starts without a selection', () => {
  closeTab(openSelected());
  reopenTab();
  expect(useSelection.getState()).toEqual(nothing);
});
