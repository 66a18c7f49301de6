import { runSeeded } from './run-seeded.ts';

/** Simulates weeks of use by several people. @see `npm run simulate -- --seed 1 --seconds 120` */
runSeeded(['npx', 'vitest', 'run', 'electron/commands/simulation'], 'ALMANAC_SIMULATION_SECONDS');
