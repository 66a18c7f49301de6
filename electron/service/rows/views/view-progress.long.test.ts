import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ViewProgress } from '#shared/api/view-progress.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../testing/test-store.ts';

const size = 300_000;
const text = `id,name,ratio\n${Array.from({ length: size }, (_, id) => `${id},name ${(id * 7919) % 9001},${(id * 7919) % 9001}.5`).join('\n')}\n`;

let store: TestStore;
let version: StoredVersion;
beforeAll(async () => {
  store = await openTestStore();
  version = await store.take(text);
});
afterAll(() => store.close());

/** Every progress from when the view is being prepared until it is ready, each once. */
async function untilReady(query: RowQuery, page: Promise<unknown>): Promise<ViewProgress[]> {
  const seen: ViewProgress[] = [];
  for (;;) {
    const progress = store.rows.open(version).viewProgress(query);
    const last = seen.at(-1);
    if (last === undefined && progress.state === 'none') {
      await nextTurn();
      continue;
    }
    if (last?.state !== progress.state || last.phase !== progress.phase || last.fraction !== progress.fraction) {
      seen.push(progress);
    }
    if (progress.state === 'ready') break;
    await nextTurn();
  }
  await page;
  return seen;
}

describe('the progress of a view', () => {
  it('is reported from the request to the end, with increasing fractions and the number of rows', async () => {
    const query: RowQuery = { ...everyRow, ordering: [{ column: 'name', descending: true }] };
    expect(store.rows.open(version).viewProgress(query)).toEqual({
      state: 'none',
      phase: null,
      fraction: null,
      seconds: 0,
      found: size,
      count: size,
    });
    const seen = await untilReady(query, store.rows.open(version).page(query, size / 2, 1));
    expect(new Set(seen.map(({ state }) => state))).toEqual(new Set(['preparing', 'ready']));
    const preparing = seen.filter(({ state }) => state === 'preparing');
    expect(new Set(preparing.map(({ phase }) => phase))).toEqual(new Set(['sorting']));
    const fractions = preparing.flatMap(({ fraction }) => fraction ?? []);
    expect(fractions.length).toBeGreaterThan(0);
    expect(fractions).toEqual([...fractions].sort((one, other) => one - other));
    expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    expect(seen.every(({ count }) => count === size)).toBe(true);
  });

  it('begins with the filter if an order is of selected rows, whose number is known from then on', async () => {
    const query: RowQuery = {
      ...everyRow,
      filters: [{ column: 'id', lookup: 'lt', value: String(size - 50_000) }],
      ordering: [{ column: 'ratio', descending: false }],
    };
    const seen = await untilReady(query, store.rows.open(version).page(query, size / 2, 1));
    const fromFilter = seen.slice(seen.findIndex(({ phase }) => phase === 'filtering'));
    expect(fromFilter.map(({ phase }) => phase).filter((phase, at, all) => phase !== all[at - 1])).toEqual([
      'filtering',
      'sorting',
      null,
    ]);
    for (const { phase, count } of fromFilter) expect(count).toBe(phase === 'filtering' ? null : size - 50_000);
  });

  it('continues after an early page, and is asked without starting anything', async () => {
    const query: RowQuery = { ...everyRow, ordering: [{ column: 'ratio', descending: true }] };
    const nothing = store.rows.open(version).viewProgress({ ...query, search: 'name 17' });
    expect([nothing.state, nothing.count]).toEqual(['none', null]);
    await store.rows.open(version).page(query, 0, 100);
    expect((await untilReady(query, Promise.resolve())).at(-1)).toMatchObject({ state: 'ready', count: size });
    expect(store.rows.open(version).viewProgress({ ...query, search: 'name 17' }).state).toBe('none');
  });

  it('is ready at once if all rows are read in the order of the file', () => {
    expect(store.rows.open(version).viewProgress(everyRow)).toMatchObject({ state: 'ready', count: size });
  });
});
