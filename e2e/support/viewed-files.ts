import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import exceljs from 'exceljs';
import { test as base, type RunningApp, startApp } from './app.ts';

/** Tests with their own Almanac, started with a file and a workbook. */
export const test = base.extend<{ files: string; own: RunningApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter of a fixture must be a destructuring pattern.
  files: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-viewed-e2e-'));
    writeFileSync(path.join(folder, 'towns.csv'), 'name,people\nUlm,126\nBonn,331\nJena,111\n');
    const workbook = new exceljs.Workbook();
    workbook.addWorksheet('North').addRows([['harbour'], ['Kiel']]);
    workbook.addWorksheet('South').addRows([['lake'], ['Konstanz'], ['Lindau']]);
    await workbook.xlsx.writeFile(path.join(folder, 'waters.xlsx'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  own: async ({ files }, use) => {
    const names = ['towns.csv', 'waters.xlsx'].map((name) => path.join(files, name));
    const app = await startApp(path.join(files, 'almanac'), names);
    await use(app);
    // A test may have closed it itself.
    await app.electron.close().catch(() => undefined);
  },
});
