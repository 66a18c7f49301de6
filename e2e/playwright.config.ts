import { defineConfig } from '@playwright/test';
import { leftOut, runsAll } from '../build/test-files.ts';

// The processes of the tests see it too.
if (runsAll) process.env.ALMANAC_TIER = 'all';

/** Those of a packed program run by `npm run test:package`. */
const hasPackage = process.env.ALMANAC_RELEASED !== undefined;

export default defineConfig({
  testDir: '.',
  testIgnore: [...leftOut, ...(hasPackage ? [] : ['package/**'])],
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
});
