import { expect, it } from 'vitest';
import { onLivingConnection } from './connections.ts';

/** Begins something on one of many connections, of which the first ones are lost. */
function begin(lost: number, pooled: number, error = 'lost') {
  let attempts = 0;
  const attempt = async () => {
    attempts += 1;
    if (attempts <= lost) throw new Error(error);
    return attempts;
  };
  return onLivingConnection(pooled, attempt, (thrown) => (thrown as Error).message === 'lost');
}

it('work begins even if every idle connection was lost, but not again and again', async () => {
  expect(await begin(0, 10)).toBe(1);
  expect(await begin(10, 10)).toBe(11);
  await expect(begin(11, 10)).rejects.toThrow('lost');
});

it('work that fails for another reason is not repeated', async () => {
  await expect(begin(1, 10, 'refused')).rejects.toThrow('refused');
});
