import { describe, expect, it } from 'vitest';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const dataset = '/api/v1/namespaces/city/datasets/population/';
const progress = `${dataset}data/progress/`;

describe('The progress of rows (an extension)', () => {
  it('is of the rows that the same parameters select, and is never cached', async () => {
    const query = '?district=Nord&ordering=-year';
    const before = await under.ask(`${progress}${query}`);
    expect([before.status, before.json.state, before.json.count]).toEqual([200, 'none', null]);
    expect(before.headers['cache-control']).toBe('no-store');
    const { count } = (await under.ask(`${dataset}data/${query}`)).json;
    const after = await under.ask(`${progress}${query}`);
    expect(after.json).toEqual({ state: 'ready', phase: null, fraction: null, seconds: 0, found: count, count });
  });

  it('is ready for all rows in their own order', async () => {
    const { count } = (await under.ask(`${dataset}data/`)).json;
    expect((await under.ask(progress)).json).toMatchObject({ state: 'ready', count });
  });

  it.each(['?nothing=1', '?year__gt=x', '?ordering=nothing'])('%s is 400', async (query) => {
    expect((await under.ask(`${progress}${query}`)).status).toBe(400);
  });

  it('is visible to callers who can see the dataset', async () => {
    expect((await under.ask(progress.replace('city', 'nowhere'))).status).toBe(404);
  });
});
