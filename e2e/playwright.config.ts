import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: 'out/runs',
  // Two windows at once are all that a small machine can draw without making tests wait for each other.
  workers: process.env.CI ? 1 : 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: [['list']],
});
