import { describe, expect, it } from 'vitest';
import { BusyError, FairTurns, type TurnLimits } from './fair-turns.ts';

const limits: TurnLimits = { maxRunning: 2, maxRunningPerCaller: 2, maxRunningOfManyCallers: 3, maxWaiting: 100 };

/** Lets pending promises settle. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Takes turns and records them, and the queue positions that waiting callers received. */
function recorder(turns: FairTurns) {
  const started: string[] = [];
  const places = new Map<string, number>();
  const ends = new Map<string, () => void>();
  const take = (caller: string, name: string, signal?: AbortSignal) => {
    const taken = turns.take(caller, signal, (place) => void places.set(name, place));
    taken.then(
      (end) => {
        started.push(name);
        places.delete(name);
        ends.set(name, end);
      },
      () => void places.delete(name),
    );
    return taken;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { started, places, take, end };
}

describe('turns', () => {
  it('serves the callers in rotation, however much work one of them has queued', async () => {
    const { started, places, take, end } = recorder(new FairTurns({ ...limits, maxRunningOfManyCallers: 2 }));
    for (let at = 1; at <= 6; at += 1) void take('a', `a${at}`);
    for (let at = 1; at <= 2; at += 1) void take('b', `b${at}`);
    await settled();
    expect(started).toEqual(['a1', 'a2']);
    // The reported position is the number of turns before one's own.
    expect(Object.fromEntries(places)).toEqual({ a3: 1, b1: 2, a4: 3, b2: 4, a5: 5, a6: 6 });
    // Nothing of b is running, so it comes before the third of a.
    await end('a1');
    expect(started.slice(2)).toEqual(['b1']);
    await end('a2');
    await end('b1');
    await end('a3');
    expect(started.slice(2)).toEqual(['b1', 'a3', 'b2', 'a4']);
    expect(Object.fromEntries(places)).toEqual({ a5: 1, a6: 2 });
  });

  it('lets a caller without running work start, up to a limit', async () => {
    const { started, take, end } = recorder(new FairTurns(limits));
    for (const name of ['a1', 'a2', 'a3']) void take('a', name);
    for (const caller of ['b', 'c']) void take(caller, `${caller}1`);
    await settled();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1']);
    await end('c1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  it('removes a caller who cancels, releases a turn once, and refuses any caller beyond the limit', async () => {
    const turns = new FairTurns({ ...limits, maxRunning: 1, maxRunningPerCaller: 1, maxWaiting: 2 });
    const { started, places, take } = recorder(turns);
    const endFirst = await take('a', 'a1');
    const stop = new AbortController();
    const left = expect(take('a', 'a2', stop.signal)).rejects.toThrow('Enough.');
    void take('a', 'a3');
    await expect(take('a', 'a4')).rejects.toBeInstanceOf(BusyError);
    expect(Object.fromEntries(places)).toEqual({ a2: 1, a3: 2 });
    stop.abort(new Error('Enough.'));
    await left;
    expect(Object.fromEntries(places)).toEqual({ a3: 1 });
    expect(turns.count('a')).toBe(2);
    endFirst();
    endFirst();
    await settled();
    expect(started).toEqual(['a1', 'a3']);
    expect(turns.count('a')).toBe(1);
    await expect(take('a', 'a5', AbortSignal.abort(new Error('Before.')))).rejects.toThrow('Before.');
  });
});
