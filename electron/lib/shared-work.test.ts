import { describe, expect, it } from 'vitest';
import { SharedWork } from './shared-work.ts';

/** Work that the test ends. */
function controlled() {
  const started: AbortSignal[] = [];
  let finish: (result: string) => void = () => {};
  const start = (signal: AbortSignal) => {
    started.push(signal);
    return new Promise<string>((resolve, reject) => {
      finish = resolve;
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  };
  return { started, start, finish: (result: string) => finish(result) };
}

describe('shared work', () => {
  it('is performed once for all waiting callers', async () => {
    const shared = new SharedWork<string>();
    const { started, start, finish } = controlled();
    const both = Promise.all([shared.join('a', undefined, start), shared.join('a', undefined, start)]);
    finish('done');
    expect(await both).toEqual(['done', 'done']);
    expect(started).toHaveLength(1);
  });

  it('continues when one caller cancels, and ends when the last one does', async () => {
    const shared = new SharedWork<string>();
    const { started, start } = controlled();
    const [one, other] = [new AbortController(), new AbortController()];
    const first = shared.join('a', one.signal, start);
    const second = shared.join('a', other.signal, start);
    one.abort(new Error('first'));
    await expect(first).rejects.toThrow('first');
    expect(started[0]?.aborted).toBe(false);
    other.abort(new Error('second'));
    await expect(second).rejects.toThrow('second');
    expect(started[0]?.aborted).toBe(true);
    await shared.settled();
  });

  it('is aborted for some keys, even if callers wait for it', async () => {
    const shared = new SharedWork<string>();
    const [ended, other] = [controlled(), controlled()];
    const waiting = shared.join('a', undefined, ended.start);
    const going = shared.join('b', undefined, other.start);
    const refused = expect(waiting).rejects.toThrow('removed');
    await shared.end((key) => key === 'a', new Error('removed'));
    await refused;
    other.finish('done');
    expect(await going).toBe('done');
  });

  it('starts again after it has failed', async () => {
    const shared = new SharedWork<string>();
    await expect(shared.join('a', undefined, () => Promise.reject(new Error('bad')))).rejects.toThrow('bad');
    expect(await shared.join('a', undefined, async () => 'good')).toBe('good');
  });
});
