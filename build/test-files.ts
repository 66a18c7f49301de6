/**
 * Where tests may stand, and in which tier they run: those called `*.long.*` in `npm run test:all` alone, all others in
 * `npm test` too. The runners and `build/checks/untiered-tests.ts` share these patterns.
 */
export const testFiles = {
  /** Tests of the service and of what runs on it, in one process because loading it takes longer than most of them. */
  service: 'electron/{connector,jobs,service}/**/*.test.ts',
  /** Other tests in Node. */
  unit: '{electron,build,qa}/**/*.test.ts',
  /** Tests of functions of the window and of the contract. */
  functions: '{shared,renderer}/**/*.test.ts',
  /** Tests of components of the window. */
  components: 'renderer/**/*.test.tsx',
  /** Journeys in the real Electron. */
  journeys: 'e2e/**/*.spec.ts',
} as const;

/**
 * Whether everything runs: in `npm run test:all`. Elsewhere long tests run only if one of them is named on the command
 * line of the runner.
 */
export const runsAll = process.env.ALMANAC_TIER === 'all' || process.argv.some((word) => word.includes('.long'));

/** The patterns that a runner leaves out. */
export const leftOut = runsAll ? [] : ['**/*.long.{test,spec}.{ts,tsx}'];
