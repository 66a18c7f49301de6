import { defineConfig } from 'vitest/config';

/** The tests of one area, which `run-mutation.ts` names. */
const tests: string[] = JSON.parse(process.env.ALMANAC_MUTATION_TESTS ?? '[]');

export default defineConfig({
  test: {
    include: tests,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Few random tables, and the same for every alteration.
    env: { UV_THREADPOOL_SIZE: '16', ALMANAC_SEED: '1' },
  },
});
