import { parseArgs } from 'node:util';
import { keepStore } from '../../upgrades/keep-store.ts';

/**
 * `npm run keep-store -- --name 1.2.0`: lets a program fill a store, and keeps it with what the program returned for the
 * test of upgrades. `--program FOLDER` is the source tree of an earlier program; `--to FOLDER` another place.
 */
const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    program: { type: 'string' },
    to: { type: 'string' },
  },
});
await keepStore(values);
