import { defineConfig } from '@playwright/test';
import { chromiumProgram, firefoxProgram } from '../build/browsers.ts';
import { leftOut, runsAll } from '../build/test-files.ts';
import type { BrowserName } from './support/browser-app.ts';

// The processes of the tests see it too.
if (runsAll) process.env.ALMANAC_TIER = 'all';

/** Those of a packed program run by `npm run test:package`. */
const hasPackage = process.env.ALMANAC_RELEASED !== undefined;

/** Journeys that run a second time in Chromium, against `almanac serve --ui`. */
const inBrowser = [
  '**/e2e/browser/*.spec.ts',
  '**/e2e/explore/{catalogue,open-sample,sql,versions}.spec.ts',
  '**/e2e/explore/{column-profiles,columns,first-charts,grid-tools,home,large-tables}.long.spec.ts',
  '**/e2e/explore/{main-tasks,map,namespace,other-scripts,palette-keys,statistics,tabs}.long.spec.ts',
];

/** Journeys that run in Firefox too. */
const inFirefox = '**/e2e/browser/core.long.spec.ts';

/** Journeys among them that need a right, a file of this computer, or the samples or keys of the program. */
const needsProgram = new RegExp(
  [
    'described by users|is exported with|samples are drawn|printed as it is|mapped by their names',
    'is published as a dataset|home page offers actions|the tour walks|restored after a restart|figures of the selected cells',
    'a grid stays as it was left|many tabs keep their names',
  ].join('|'),
);

const hasChromium = chromiumProgram() !== null && !hasPackage;
const hasFirefox = firefoxProgram() !== null && !hasPackage;
for (const [name, isThere] of [
  ['Chromium', hasChromium],
  ['Firefox', hasFirefox || !runsAll],
] as const) {
  if (!isThere && !hasPackage && process.env.TEST_WORKER_INDEX === undefined)
    process.stderr.write(`There is no ${name} here: the journeys of the window in it are skipped.\n`);
}

export default defineConfig<object, { inBrowser: BrowserName | null }>({
  testDir: '.',
  outputDir: 'out/runs',
  globalSetup: './support/store/prepared-store.ts',
  // A small machine can draw at most two windows at once without making tests wait for each other.
  workers: 2,
  timeout: 900_000,
  // Waiting means polling for a state, with a timeout long enough for a busy machine.
  expect: { timeout: 240_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: [['list']],
  projects: [
    { name: 'desktop', testIgnore: [...leftOut, '**/e2e/browser/**', ...(hasPackage ? [] : ['package/**'])] },
    ...(hasChromium
      ? [
          {
            name: 'browser',
            testMatch: inBrowser,
            testIgnore: leftOut,
            grepInvert: needsProgram,
            use: { inBrowser: 'chromium' as const },
          },
        ]
      : []),
    ...(hasFirefox && runsAll
      ? [{ name: 'firefox', testMatch: inFirefox, use: { inBrowser: 'firefox' as const } }]
      : []),
  ],
});
