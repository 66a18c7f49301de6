import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchHeartbeat } from './heartbeat.ts';

describe('the heartbeat of another process', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watched() {
    const counts = { pings: 0, missed: 0 };
    const heartbeat = watchHeartbeat({
      ping: () => {
        counts.pings += 1;
      },
      onMissed: () => {
        counts.missed += 1;
      },
    });
    return { counts, heartbeat };
  }

  it('reports nothing while pings are answered', () => {
    const { counts, heartbeat } = watched();
    for (let turn = 0; turn < 100; turn += 1) {
      vi.advanceTimersByTime(5_000);
      heartbeat.beat();
    }
    expect(counts).toEqual({ pings: 101, missed: 0 });
    heartbeat.end();
    vi.advanceTimersByTime(600_000);
    expect(counts).toEqual({ pings: 101, missed: 0 });
  });

  it('reports once, within twenty seconds, that a process has stopped answering', () => {
    const { counts, heartbeat } = watched();
    vi.advanceTimersByTime(5_000);
    heartbeat.beat();
    vi.advanceTimersByTime(15_000);
    expect(counts.missed).toBe(0);
    vi.advanceTimersByTime(5_000);
    expect(counts.missed).toBe(1);
    vi.advanceTimersByTime(600_000);
    expect(counts.missed).toBe(1);
  });

  it('ignores intervals in which its own timer was late: the whole computer was slow then', () => {
    const { counts, heartbeat } = watched();
    vi.advanceTimersByTime(5_000);
    heartbeat.beat();
    for (let turn = 0; turn < 20; turn += 1) {
      // The clock advances without timers, as on a suspended computer.
      const held = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000 * (turn + 1));
      vi.advanceTimersByTime(5_000);
      held.mockRestore();
    }
    expect(counts).toEqual({ pings: 22, missed: 0 });
  });

  it('waits two minutes for the first answer', () => {
    const { counts } = watched();
    vi.advanceTimersByTime(119_000);
    expect(counts).toEqual({ pings: 24, missed: 0 });
    vi.advanceTimersByTime(10_000);
    expect(counts.missed).toBe(1);
  });
});
