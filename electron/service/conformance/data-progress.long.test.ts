import { describe, expect, it } from 'vitest';
import { form, publishingTo } from './testing/publishing.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const { newDataset, publish } = publishingTo(under);

describe('Rows that are counted later (an extension)', () => {
  it('come first if the request prefers that, and are counted for every other request', async () => {
    const size = 400_000;
    const lines = Array.from({ length: size }, (_, id) => `${id},${id % 2 === 0 ? 'even' : 'odd'}`);
    const large = await newDataset();
    await publish(large, { body: form(`id,kind\n${lines.join('\n')}\n`, 'a.csv') });
    const query = '?search=even&limit=3';
    const results = [0, 2, 4].map((id) => ({ id, kind: 'even' }));
    const early = await under.ask(`${large}data/${query}`, { headers: { prefer: 'respond-async, count=later' } });
    expect(early.json).toMatchObject({ count: null, results });
    expect(early.json.next).toContain('offset=3');
    expect([early.headers['preference-applied'], early.headers['cache-control'], early.headers.etag]).toEqual([
      'count=later',
      'no-store',
      undefined,
    ]);
    const progress = async () => (await under.ask(`${large}data/progress/${query.replace('&limit=3', '')}`)).json;
    await expect.poll(async () => (await progress()).state, { timeout: 60_000 }).toBe('ready');
    expect((await progress()).count).toBe(size / 2);
    const exact = await under.ask(`${large}data/${query.replace('even', 'odd')}`);
    expect([exact.json.count, exact.json.results[0].id, exact.headers['preference-applied']]).toEqual([
      size / 2,
      1,
      undefined,
    ]);
    const again = await under.ask(`${large}data/${query}`, { headers: { prefer: 'count=later' } });
    expect([again.json.count, again.headers['preference-applied']]).toEqual([size / 2, undefined]);
  });
});
