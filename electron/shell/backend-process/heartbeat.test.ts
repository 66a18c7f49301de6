import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPulse } from './heartbeat.ts';

describe('the watch over another process', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watched() {
    const counts = { pings: 0, missed: 0 };
    const pulse = watchPulse({
      ping: () => {
        counts.pings += 1;
      },
      onMissed: () => {
        counts.missed += 1;
      },
    });
    return { counts, pulse };
  }

  it('is content while answers come', () => {
    const { counts, pulse } = watched();
    for (let turn = 0; turn < 100; turn += 1) {
      vi.advanceTimersByTime(5_000);
      pulse.beat();
    }
    expect(counts).toEqual({ pings: 101, missed: 0 });
    pulse.end();
    vi.advanceTimersByTime(600_000);
    expect(counts).toEqual({ pings: 101, missed: 0 });
  });

  it('says once, within twenty seconds, that a process which answered before no longer does', () => {
    const { counts, pulse } = watched();
    vi.advanceTimersByTime(5_000);
    pulse.beat();
    vi.advanceTimersByTime(15_000);
    expect(counts.missed).toBe(0);
    vi.advanceTimersByTime(5_000);
    expect(counts.missed).toBe(1);
    vi.advanceTimersByTime(600_000);
    expect(counts.missed).toBe(1);
  });

  it('counts no turn that came late: the whole computer was slow then', () => {
    const { counts, pulse } = watched();
    vi.advanceTimersByTime(5_000);
    pulse.beat();
    for (let turn = 0; turn < 20; turn += 1) {
      // Time goes by without timers, as where nothing runs.
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
