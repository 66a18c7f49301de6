import { expect, it } from 'vitest';
import { HeavyTurns } from './heavy-turns.ts';

const large = 100_000_000;
const small = 1_000_000;

/** Work that runs until it is ended. */
function openWork() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let running = false;
  return {
    run: () => {
      running = true;
      return ended;
    },
    end: () => end(),
    isRunning: () => running,
  };
}

it('heavy work runs one at a time, and other work beside it', async () => {
  const turns = new HeavyTurns();
  const [first, second, light] = [openWork(), openWork(), openWork()];
  const done = [
    turns.run(large, { caller: 'one' }, first.run),
    turns.run(large, { caller: 'other' }, second.run),
    turns.run(small, {}, light.run),
  ];
  await expect.poll(() => [first, light].every(({ isRunning }) => isRunning())).toBe(true);
  expect(second.isRunning()).toBe(false);
  first.end();
  await expect.poll(second.isRunning).toBe(true);
  for (const work of [second, light]) work.end();
  await Promise.all(done);
});

it('heavy work that is cancelled before its turn never runs, and failed work ends its turn', async () => {
  const turns = new HeavyTurns();
  const [first, second, third] = [openWork(), openWork(), openWork()];
  const stop = new AbortController();
  const failing = turns.run(large, {}, async () => {
    await first.run();
    throw new Error('It failed.');
  });
  const waiting = turns.run(large, { signal: stop.signal }, second.run);
  stop.abort(new Error('No longer needed.'));
  await expect(waiting).rejects.toThrow('No longer needed.');
  first.end();
  await expect(failing).rejects.toThrow('It failed.');
  third.end();
  await turns.run(large, {}, third.run);
  expect([second, third].map(({ isRunning }) => isRunning())).toEqual([false, true]);
});
