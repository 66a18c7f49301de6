import { beforeEach, describe, expect, it } from 'vitest';
import { takeLease } from '../rows/version-files/leases.ts';
import { leasesForTest } from '../rows/version-files/testing/leases-for-test.ts';
import { type Building, builtOnce } from './built-once.ts';
import type { SharedFiles } from './shared-files.ts';

/** What machines have in common: files that were sent, and leases. */
interface Common {
  readonly sent: Map<string, string>;
  readonly node: () => ReturnType<typeof leasesForTest>;
}

/** A machine whose derived file is a text. */
class Machine {
  readonly #common: Common;
  readonly #leases: ReturnType<typeof leasesForTest>;
  kept: string | null = null;
  builds = 0;
  /** Ends the building that has begun. */
  finish: (text: string) => void = () => {};
  fail: (error: Error) => void = () => {};
  /** Awaited before what was built is there for others. */
  sending: Promise<void> = Promise.resolve();

  constructor(common: Common) {
    this.#common = common;
    this.#leases = common.node();
  }

  get(signal?: AbortSignal): Promise<string> {
    const shared: Pick<SharedFiles, 'fetch' | 'waitToBuild' | 'offer'> = {
      fetch: async ([name = '']) => {
        const text = this.#common.sent.get(name);
        if (text === undefined) return false;
        this.kept = text;
        return true;
      },
      waitToBuild: async ([name = ''], waiting) => {
        const lease = await takeLease(this.#leases, name, waiting);
        return () => void lease.release();
      },
      offer: async ([name = '']) => {
        if (!(await this.sending.then(() => true).catch(() => false))) return;
        if (this.kept !== null) this.#common.sent.set(name, this.kept);
      },
    };
    const building: Building<string> = {
      files: ['a'],
      open: async () => this.kept,
      build: () =>
        new Promise((resolve, reject) => {
          this.builds += 1;
          this.finish = (text) => {
            this.kept = text;
            resolve(text);
          };
          this.fail = reject;
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
    };
    return builtOnce(shared as SharedFiles, building, signal);
  }
}

describe('a derived file of several machines', () => {
  let a: Machine;
  let b: Machine;

  beforeEach(() => {
    const node = leasesForTest().others;
    const common = { sent: new Map(), node };
    [a, b] = [new Machine(common), new Machine(common)];
  });

  it('is built by one, and fetched by the other once it was sent', async () => {
    let send = () => {};
    a.sending = new Promise((resolve) => {
      send = resolve;
    });
    const [first, second] = [a.get(), b.get()];
    await expect.poll(() => a.builds + b.builds).toBe(1);
    const [builder, other] = a.builds === 1 ? [a, b] : [b, a];
    builder.finish('built');
    expect(await (builder === a ? first : second)).toBe('built');
    expect([other.builds, other.kept]).toEqual([0, null]);
    send();
    expect(await Promise.all([first, second])).toEqual(['built', 'built']);
    expect(a.builds + b.builds).toBe(1);
  });

  it('is built once more by the other if the first gives up', async () => {
    const controller = new AbortController();
    const first = a.get(controller.signal);
    await expect.poll(() => a.builds).toBe(1);
    const second = b.get();
    controller.abort(new Error('Enough.'));
    await expect(first).rejects.toThrow('Enough.');
    await expect.poll(() => b.builds).toBe(1);
    b.finish('built by the other');
    expect(await second).toBe('built by the other');
  });

  it('is built by the other if the first fails', async () => {
    const first = a.get();
    await expect.poll(() => a.builds).toBe(1);
    const second = b.get();
    a.fail(new Error('Broken.'));
    await expect(first).rejects.toThrow('Broken.');
    await expect.poll(() => b.builds).toBe(1);
    b.finish('x');
    expect(await second).toBe('x');
  });

  it('is built by the other too if the first cannot send it', async () => {
    const first = a.get();
    await expect.poll(() => a.builds).toBe(1);
    const second = b.get();
    a.sending = Promise.reject(new Error('The store is away.'));
    a.sending.catch(() => {});
    a.finish('built');
    expect(await first).toBe('built');
    await expect.poll(() => b.builds).toBe(1);
    b.finish('built as well');
    expect(await second).toBe('built as well');
  });

  it('is waited for by a caller only until that cancels, which does not disturb the other machine', async () => {
    const first = a.get();
    await expect.poll(() => a.builds).toBe(1);
    const controller = new AbortController();
    const second = b.get(controller.signal);
    controller.abort(new Error('Enough.'));
    await expect(second).rejects.toThrow('Enough.');
    a.finish('built');
    expect(await first).toBe('built');
    expect(await b.get()).toBe('built');
    expect(b.builds).toBe(0);
  });
});
