import { expect, it } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { closeTab } from './open-tabs.ts';
import { changeQuery, openDataset, useSession } from './session.ts';
import { recordViewSteps, viewSteps } from './view-steps.ts';

const towns = { connection: 'own', namespace: 'geo', dataset: 'towns' };

it('end with their tab: the same dataset opened again has nothing to undo', () => {
  recordViewSteps();
  openDataset(towns, 'Towns');
  const open = () => useSession.getState().tabs[0];
  const first = open()?.id ?? '';
  changeQuery(first, { ...everyRow, search: 'old' });
  closeTab(first);
  openDataset(towns, 'Towns');
  const again = open()?.id ?? '';
  expect(again).toBe(first);
  viewSteps.undo(again);
  expect(open()?.query.search).toBe('');
  changeQuery(again, { ...everyRow, search: 'new' });
  viewSteps.undo(again);
  expect(open()?.query.search).toBe('');
});
