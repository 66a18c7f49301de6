import { expect } from '../support/app.ts';
import { awaitDeletions, chooseInTree, remoteName } from './tree.ts';
import { type Acts, always } from './walk.ts';

/** What happens to the program and to the services that it reads. */
export const serviceActs: Acts = {
  backend: {
    weight: 1,
    isOffered: always,
    run: async ({ app: { electron }, model }) => {
      // Deletions that can still be undone end with the process.
      await awaitDeletions(model);
      const backend = () =>
        electron.evaluate(({ app }) => app.getAppMetrics().find(({ name }) => name === 'Almanac backend')?.pid ?? 0);
      const before = await backend();
      process.kill(before, 'SIGKILL');
      await expect.poll(async () => [0, before].includes(await backend())).toBe(false);
      return 'ended and started again';
    },
  },
  restart: {
    weight: 1,
    isOffered: always,
    run: async (walk) => {
      await awaitDeletions(walk.model);
      await walk.restart();
      walk.model.reload();
      return '';
    },
  },
  'lose the other service': {
    weight: 2,
    isOffered: ({ isAway, hasRemote }) => !isAway && hasRemote,
    run: async (walk) => {
      await walk.door.shut();
      await chooseInTree(walk, { kind: 'connection', name: remoteName }, ['connections', 'check']);
      walk.model.isAway = true;
      return '';
    },
  },
  'find it again': {
    weight: 2,
    isOffered: ({ isAway }) => isAway,
    run: async ({ door, model }) => {
      await door.open();
      model.isAway = false;
      return '';
    },
  },
};
