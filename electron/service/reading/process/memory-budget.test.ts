import { describe, expect, test } from 'vitest';
import { MemoryBudget, type ProcessActivity } from './memory-budget.ts';

function budgetWith(standings: readonly ProcessActivity[], bytesEach = 40) {
  const budget = new MemoryBudget(100);
  const evicted: number[] = [];
  const users = standings.map((standing, at) => ({
    residentBytes: bytesEach,
    standing,
    evict: () => evicted.push(at),
  }));
  for (const user of users) budget.add(user);
  return { budget, users, evicted };
}

const task = (evictionRank: number) => ({ kind: 'task', evictionRank }) as const;
const spare = { kind: 'spare' } as const;
const pinned = { kind: 'pinned' } as const;

describe('the memory of all disposable processes', () => {
  test.each([
    ['nothing, while the sum is within it', [task(2), task(2)], []],
    ['spares before tasks, and no more than needed', [task(2), spare, spare, task(2)], [1, 2]],
    ['the youngest of tasks of one rank', [task(2), task(2), task(2)], [2]],
    ['the highest rank, however old', [task(2), task(0), task(1)], [0]],
    ['never a task that cannot begin again', [task(0), pinned, pinned], [0]],
    ['not what is pinned alone', [pinned, pinned, pinned], []],
  ] satisfies [string, ProcessActivity[], number[]][])('evicts %s', (_, standings, expected) => {
    const { budget, evicted } = budgetWith(standings);
    budget.check();
    budget.check();
    expect(evicted).toEqual(expected);
  });

  test('never evicts the only task: it has a limit of its own', () => {
    const { budget, evicted } = budgetWith([task(2)], 1_000);
    budget.check();
    expect(evicted).toEqual([]);
  });

  test('waits until a task has ended, but not if none is running', async () => {
    const { budget, users } = budgetWith([task(2), spare]);
    const { signal } = new AbortController();
    let released = false;
    const waiting = budget.released(signal).then(() => {
      released = true;
    });
    await Promise.resolve();
    expect(released).toBe(false);
    for (const user of users) budget.remove(user);
    await waiting;
    await budget.released(signal);
    await expect(budget.released(AbortSignal.abort(new Error('Enough.')))).rejects.toThrow('Enough.');
  });
});
