import { defineConfig } from '@playwright/test';
import { chromiumProgram } from '../build/chromium.ts';
import { leftOut, runsAll } from '../build/test-files.ts';

// The processes of the tests see it too.
if (runsAll) process.env.ALMANAC_TIER = 'all';

/** Those of a packed program run by `npm run test:package`. */
const hasPackage = process.env.ALMANAC_RELEASED !== undefined;

/** Journeys that run a second time in Chromium, against `almanac serve --ui`. */
const inBrowser = [
  '**/e2e/browser/*.spec.ts',
  '**/e2e/explore/{catalogue,open-sample,versions}.spec.ts',
  '**/e2e/explore/{column-profiles,columns,first-charts,large-tables,map,namespace,other-scripts}.long.spec.ts',
];

/** Journeys among them that need a right, a file of this computer or the samples of the program. */
const needsProgram = /described by users|is exported with|samples are drawn|printed as it is|mapped by their names/;

const hasBrowser = chromiumProgram() !== null;
if (!hasBrowser && process.env.TEST_WORKER_INDEX === undefined) {
  process.stderr.write('There is no Chromium here: the journeys of the window in a browser are skipped.\n');
}

export default defineConfig<object, { inBrowser: boolean }>({
  testDir: '.',
  outputDir: 'out/runs',
  globalSetup: './support/store/prepared-store.ts',
  // A small machine can draw at most two windows at once without making tests wait for each other.
  workers: 2,
  timeout: 900_000,
  // Waiting means polling for a state, with a timeout long enough for a busy machine.
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: [['list']],
  projects: [
    { name: 'desktop', testIgnore: [...leftOut, '**/e2e/browser/**', ...(hasPackage ? [] : ['package/**'])] },
    ...(hasBrowser && !hasPackage
      ? [
          {
            name: 'browser',
            testMatch: inBrowser,
            testIgnore: leftOut,
            grepInvert: needsProgram,
            use: { inBrowser: true },
          },
        ]
      : []),
  ],
});
