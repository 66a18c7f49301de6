import { notificationsStore } from '@mantine/notifications';
import i18next from 'i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { datasetQuery, records } from '../../backend/records.ts';
import { stateOf, useTabs } from '../../state/tab.ts';
import { openTowns, testDataset, testDetails, testVersion, towns } from '../../testing/records.ts';
import { editingCommands } from './editing-commands.ts';

const [newest, unready, older, oldest] = [4, 3, 2, 1].map((day) => testVersion(day, { ready: day !== 3 }));

beforeEach(() => {
  const versions = [newest, unready, older, oldest].filter((version) => version !== undefined);
  records.setQueryData(datasetQuery(towns).queryKey, testDetails({ dataset: testDataset({ versions }) }));
});

function compare(): void {
  editingCommands(i18next.t)
    .find(({ id }) => id === 'compare-previous')
    ?.run();
}

const front = () => useTabs.getState().tabs[0];
const compared = () => stateOf(front()?.id ?? '').compared;

test('the newest version is compared with the one before, which is not one that is still being imported', async () => {
  openTowns({ view: 'rows' });
  compare();
  await vi.waitFor(() => expect(compared()).toEqual({ before: older?.slug, after: newest?.slug, rows: null }), {
    timeout: 60_000,
  });
  expect(front()?.view).toBe('versions');
});

test('an older version is compared with the one before it, and the oldest with none', async () => {
  openTowns({ query: { ...everyRow, version: older?.slug ?? null } });
  compare();
  await vi.waitFor(() => expect(compared()).toEqual({ before: oldest?.slug, after: older?.slug, rows: null }), {
    timeout: 60_000,
  });
  openTowns({ query: { ...everyRow, version: oldest?.slug ?? null } });
  compare();
  const shown = () => notificationsStore.getState().notifications.map(({ message }) => message);
  await vi.waitFor(() => expect(shown()).toContain('There is no older version to compare with.'), { timeout: 60_000 });
  expect(compared()).toBeNull();
});
