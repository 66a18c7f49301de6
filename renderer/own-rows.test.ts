import { beforeEach, expect, test } from 'vitest';
import { showsOwnRowsOnly } from './own-rows.ts';
import { openDataset, showTab, useSession } from './session.ts';

beforeEach(() => useSession.setState(useSession.getInitialState()));

const isOwn = () => showsOwnRowsOnly(useSession.getState());

test('rows of other services are told from those of this computer by the tab in front', () => {
  expect(isOwn()).toBe(true);
  openDataset({ connection: 'local', namespace: 'transport', dataset: 'airports' }, 'Airports');
  expect(isOwn()).toBe(true);
  openDataset({ connection: 'c1', namespace: 'transport', dataset: 'airports' }, 'Airports');
  expect(isOwn()).toBe(false);
  showTab(useSession.getState().tabs[0]?.id ?? '');
  expect(isOwn()).toBe(true);
});
