import type { Page } from '@playwright/test';

/** Measurement of one position in the rows: how long its cells stayed blank, and how long its own fetch took. */
export interface Glimpse {
  readonly row: number;
  /** Milliseconds from the scrolling until every visible cell had its value. */
  readonly blank: number;
  /** Milliseconds from the first request for these rows to the last response. */
  readonly fetch: number;
}

interface Watch {
  calls: { id: number; from: number; to: number; began: number; ended: number }[];
}

/** Makes the page record when it requests rows and when they arrive. */
export async function watchCalls(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch: Watch = { calls: [] };
    Reflect.set(globalThis, 'benchWatch', watch);
    const seen = new WeakSet<MessagePort>();
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, ...others: never[]) {
      const call = message as {
        kind?: string;
        id: number;
        name?: string;
        parameters: { offset: number; limit: number };
      } | null;
      // Other code posts arbitrary messages on its own ports; React posts null.
      if (call?.kind === 'call' && call.name === 'readRows') {
        const { offset, limit } = call.parameters;
        watch.calls.push({ id: call.id, from: offset, to: offset + limit, began: performance.now(), ended: 0 });
        if (!seen.has(this)) {
          seen.add(this);
          this.addEventListener('message', ({ data }: MessageEvent<{ kind?: string; id: number }>) => {
            const known = watch.calls.find((each) => each.id === data.id && each.ended === 0);
            if (data.kind === 'result' && known !== undefined) known.ended = performance.now();
          });
        }
      }
      post.call(this, message, ...others);
    } as typeof post;
  });
}

/**
 * Scrolls the rows to a fraction of their height, waits until all visible cells have values, and returns how long that
 * took in addition to the fetches.
 * @param share 0 for the first row, 1 for the last
 */
export async function glimpse(page: Page, share: number): Promise<Glimpse> {
  return page.evaluate(async (place) => {
    const watch = Reflect.get(globalThis, 'benchWatch') as Watch;
    const viewport = document.querySelector<HTMLElement>('.ag-grid-viewport');
    if (viewport === null) throw new Error('There is no grid');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    watch.calls = [];
    const began = performance.now();
    viewport.scrollTop = place * (viewport.scrollHeight - viewport.clientHeight);
    await frame();
    for (;;) {
      const rows = [...viewport.querySelectorAll('[role="row"][row-index]')];
      const waiting = rows.some((row) => row.classList.contains('rows-loading'));
      if (rows.length > 0 && !waiting) break;
      if (performance.now() - began > 30_000) throw new Error('Rows stayed blank for half a minute');
      await frame();
    }
    const blank = performance.now() - began;
    const done = watch.calls.filter((call) => call.ended > 0);
    const fetch =
      done.length === 0 ? 0 : Math.max(...done.map((call) => call.ended)) - Math.min(...done.map((call) => call.began));
    const row = Number(viewport.querySelector('[role="row"][row-index]')?.getAttribute('row-index') ?? -1);
    return { row, blank, fetch };
  }, share);
}

/** Milliseconds between frames during a task. */
export async function frameTimes(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    let last = performance.now();
    const next = (now: number) => {
      times.push(now - last);
      last = now;
      if (Reflect.get(globalThis, 'benchFrames') === times) requestAnimationFrame(next);
    };
    Reflect.set(globalThis, 'benchFrames', times);
    requestAnimationFrame(next);
  });
  await act();
  return page.evaluate(() => {
    const times = Reflect.get(globalThis, 'benchFrames') as number[];
    Reflect.set(globalThis, 'benchFrames', null);
    return times.slice(1);
  });
}
