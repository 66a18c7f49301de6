import { defineConfig } from '@playwright/test';
import { leftOut } from '../build/test-files.ts';

export default defineConfig({
  testDir: '.',
  testIgnore: leftOut,
  outputDir: 'out/runs',
  globalSetup: './support/prepared-store.ts',
  // A small machine can draw at most two windows at once without making tests wait for each other.
  workers: 2,
  timeout: 300_000,
  // Waiting means polling for a state, with a timeout long enough for a busy machine.
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: [['list']],
});
