import i18next from 'i18next';
import { beforeEach, expect, test } from 'vitest';
import { datasetQuery, records } from '../backend/records.ts';
import { stateOf, useTabs } from '../state/tab.ts';
import { openTowns, testDetails, towns } from '../testing/records.ts';
import { frontColumnCommands } from './overlays.tsx';

beforeEach(() => {
  openTowns({ view: 'about' });
  records.setQueryData(datasetQuery(towns).queryKey, testDetails());
});

function run(title: string): void {
  const command = frontColumnCommands(i18next.t).find((each) => each.title === title);
  if (command === undefined) throw new Error(`There is no command “${title}”.`);
  command.run();
}

const front = () => useTabs.getState().tabs[0];

test('a column is gone to in the rows', () => {
  run('Column: Population');
  expect(front()?.view).toBe('rows');
  expect(stateOf(front()?.id ?? '').requestedCell).toEqual({ column: 'population' });
});

test('a column is drawn', () => {
  run('Chart of Population');
  expect(front()?.view).toBe('charts');
  expect(front()?.charts.map(({ x }) => x?.column)).toEqual(['population']);
});

test('a column is frozen and released', () => {
  const frozen = () =>
    front()
      ?.layout?.filter((entry) => entry.frozen)
      .map(({ name }) => name);
  run('Freeze Population');
  expect(frozen()).toEqual(['population']);
  run('Unfreeze Population');
  expect(frozen()).toEqual([]);
});

test('there are none while no record is known', () => {
  records.clear();
  expect(frontColumnCommands(i18next.t)).toEqual([]);
});
