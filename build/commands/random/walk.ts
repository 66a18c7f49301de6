import { runSeeded } from './run-seeded.ts';

/** Does at random what users do in the window; needs a build. @see `npm run walk -- --seed 1 --seconds 120` */
runSeeded(['node', 'build/commands/e2e.ts', 'walk/window-walk.long'], 'ALMANAC_WALK_SECONDS');
