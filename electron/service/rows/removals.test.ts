import { expect, it } from 'vitest';
import { Removals } from './removals.ts';

/** Removes versions; the first attempts fail. */
function removalsForTest(failures: number) {
  const attempts: string[] = [];
  const messages: string[] = [];
  const removals = new Removals(
    async (key) => {
      attempts.push(key);
      if (attempts.length <= failures) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    },
    (message, error) => messages.push(`${message} ${error}`),
  );
  return { removals, attempts, messages };
}

it('are made at once', async () => {
  const { removals, attempts, messages } = removalsForTest(0);
  await removals.remove('a');
  expect([attempts, messages]).toEqual([['a'], []]);
});

it('are repeated in the background, are no failure of the caller, and are logged once', async () => {
  const { removals, attempts, messages } = removalsForTest(2);
  await removals.remove('a');
  await expect.poll(() => attempts).toEqual(['a', 'a', 'a']);
  await removals.close();
  expect(attempts).toHaveLength(3);
  expect(messages).toEqual([expect.stringMatching(/^Files of the removed version a could not be removed.*busy$/)]);
});

it('are tried once more when the store is closed, which does not wait for them', async () => {
  const { removals, attempts } = removalsForTest(Number.POSITIVE_INFINITY);
  await removals.remove('a');
  const before = attempts.length;
  await removals.close();
  expect(attempts).toHaveLength(before + 1);
});
