import { expect, it, vi } from 'vitest';
import { gatherChanges } from './window-port.ts';

it('announces many changes once, to those who still listen', () => {
  vi.useFakeTimers();
  try {
    let change = () => {};
    const stopped = vi.fn();
    const changes = gatherChanges((listener) => {
      change = listener;
      return stopped;
    }, 1000);
    const [one, other] = [vi.fn(), vi.fn()];
    changes.onChange(one);
    changes.onChange(other)();
    for (let at = 0; at < 100; at += 1) change();
    expect(one).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
    change();
    changes.close();
    vi.advanceTimersByTime(1000);
    expect([one.mock.calls.length, stopped.mock.calls.length]).toEqual([1, 1]);
  } finally {
    vi.useRealTimers();
  }
});
