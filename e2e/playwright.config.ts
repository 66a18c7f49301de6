import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: 'out/runs',
  // Two windows at once are all that a small machine can draw without making tests wait for each other.
  workers: process.env.CI ? 1 : 2,
  timeout: 300_000,
  // A wait polls for a state: its end is far enough away for a machine that does other things beside.
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: [['list']],
});
