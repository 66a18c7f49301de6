import { expect, it } from 'vitest';
import { recentCheck } from './recent-check.ts';

/** A check whose outcomes are given by the test. */
function checkForTest() {
  const started: { readonly succeed: () => void; readonly fail: (error: Error) => void }[] = [];
  const check = () =>
    new Promise<void>((resolve, reject) => {
      started.push({ succeed: resolve, fail: reject });
    });
  return { check, started };
}

it('is made once for all who ask while it runs, and the first outcome is awaited', async () => {
  const { check, started } = checkForTest();
  const ask = recentCheck(check, { validMs: 60_000, waitMs: 0 });
  const asked = Promise.all([ask(), ask()]);
  started[0]?.succeed();
  await asked;
  await ask();
  expect(started).toHaveLength(1);
});

it('that failed is made again at once, and until it has an outcome, the failure holds', async () => {
  const { check, started } = checkForTest();
  const ask = recentCheck(check, { validMs: 60_000, waitMs: 1 });
  const first = ask();
  started[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect(ask()).rejects.toThrow('away');
  expect(started).toHaveLength(2);
  started[1]?.succeed();
  await expect.poll(() => ask().then(() => 'well')).toBe('well');
  expect(started).toHaveLength(2);
});

it('that takes its time leaves the outcome before, until it fails', async () => {
  const { check, started } = checkForTest();
  const ask = recentCheck(check, { validMs: 0, waitMs: 1 });
  const first = ask();
  started[0]?.succeed();
  await first;
  await ask();
  await ask();
  expect(started).toHaveLength(2);
  started[1]?.fail(new Error('away'));
  const outcome = () => ask().catch((error: Error) => error.message);
  await expect.poll(outcome).toBe('away');
});
