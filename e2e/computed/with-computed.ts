import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { addConnection, openRemoteDataset } from '../actions/connect.ts';
import { test as base, quitApp, type RunningApp, startApp } from '../support/app.ts';
import { type ComputedService, startComputed } from './computed-service.ts';

/** Tests that use `own` share one Almanac per worker, connected to a service whose rows are computed. */
export const test = base.extend<object, { computed: ComputedService; own: RunningApp }>({
  computed: [
    // biome-ignore lint/correctness/noEmptyPattern: the first parameter of a fixture must be a destructuring pattern.
    async ({}, use) => {
      const service = await startComputed();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  own: [
    async ({ computed }, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'almanac-computed-'));
      const app = await startApp(folder);
      await addConnection(app.window, computed.url, 'Laboratory');
      await use(app);
      await quitApp(app);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Opens one of its datasets in a new tab, without any query. */
export async function openComputed(window: Page, dataset: string): Promise<void> {
  const open = window.getByRole('tab', { name: dataset });
  for (let left = await open.count(); left > 0; left -= 1) {
    await open.first().click();
    await window.keyboard.press('Control+w');
    await expect(open).toHaveCount(left - 1);
  }
  await openRemoteDataset(window, ['Laboratory', 'Computed', dataset]);
}
