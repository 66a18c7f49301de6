import { describe, expect, it } from 'vitest';
import { form, publishingTo } from './testing/publishing.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const { newDataset, publish } = publishingTo(under);

const csv = 'n,day,t\n9007199254740993,2020-01-01,a\n2,2020-01-03,b\n,2020-01-21,a\n';

async function published(...files: readonly string[]) {
  const dataset = await newDataset();
  const slugs: string[] = [];
  for (const file of files) slugs.push((await publish(dataset, { body: form(file, 'a.csv') })).accepted.json.slug);
  return { dataset, slugs };
}

describe('Profiles (an extension)', () => {
  it('cover every column over all rows, with exact integers', async () => {
    const { dataset, slugs } = await published(csv);
    const { status, json, text } = await under.ask(`${dataset}profile/`);
    expect(status).toBe(200);
    expect(json.version).toBe(`${under.base}${dataset}version/${slugs[0]}/`);
    const known = json.columns.map(({ column, rows, of, missing }: Record<string, unknown>) => [
      column,
      rows,
      of,
      missing,
    ]);
    expect(known).toEqual([
      ['n', 3, 3, 1],
      ['day', 3, 3, 0],
      ['t', 3, 3, 0],
    ]);
    expect(text).toContain('"max":9007199254740993');
    expect(json.columns[1].dates).toEqual({ min: '2020-01-01', max: '2020-01-21' });
    expect(json.columns[2].frequent).toEqual([
      { value: 'a', count: 2 },
      { value: 'b', count: 1 },
    ]);
  });

  it('cover the columns in `fields`, over the rows of filters and a search, of any version', async () => {
    const { dataset, slugs } = await published(csv, 'n,day,t\n1,2021-01-01,x\n');
    const of = async (query: string) => (await under.ask(`${dataset}profile/${query}`)).json.columns;
    expect(await of('?fields=t')).toMatchObject([{ column: 't', rows: 1 }]);
    expect(await of(`?fields=t,n&version=${slugs[0]}&t=a`)).toMatchObject([
      { column: 't', rows: 2, distinct: { count: 1, exact: true } },
      { column: 'n', rows: 2, missing: 1 },
    ]);
    expect(await of(`?fields=n&version=${slugs[0]}&search=B`)).toMatchObject([
      { rows: 1, numbers: { min: 2, max: 2 } },
    ]);
  });

  it.each(['?fields=nothing', '?nothing=1', '?n__gt=x'])('%s is 400', async (query) => {
    const { dataset } = await published(csv);
    expect((await under.ask(`${dataset}profile/${query}`)).status).toBe(400);
  });

  it('are visible to callers who can see the dataset', async () => {
    for (const kind of ['profile', 'outline']) {
      const address = `/api/v1/namespaces/members/datasets/secret/${kind}/`;
      const status = async (token?: string) => (await under.ask(address, token === undefined ? {} : { token })).status;
      expect(await status()).toBe(401);
      expect(await status(under.tokens.stranger)).toBe(403);
      expect(await status(under.tokens.member)).toBe(200);
    }
  });
});

describe('The progress of profiles (an extension)', () => {
  it('lists those that are being calculated over the same rows, and is never cached', async () => {
    const size = 600_000;
    const lines = Array.from({ length: size }, (_, id) => `${(id * 7919) % size},text ${id}`);
    const { dataset } = await published(`id,text\n${lines.join('\n')}\n`);
    const progress = async (query: string) => await under.ask(`${dataset}profile/progress/${query}`);
    expect((await progress('')).json).toEqual({ columns: [] });
    expect((await progress('')).headers['cache-control']).toBe('no-store');
    let isDone = false;
    const profile = under.ask(`${dataset}profile/?fields=text&id__gt=5`).finally(() => {
      isDone = true;
    });
    const seen: { column: string; rows: number; fraction: number | null }[] = [];
    while (!isDone) {
      const [own, others, otherRows] = await Promise.all(
        ['?id__gt=5', '?id__gt=5&fields=id', '?id__gt=6'].map(async (query) => (await progress(query)).json.columns),
      );
      seen.push(...own);
      expect([others, otherRows]).toEqual([[], []]);
    }
    expect((await profile).json.columns[0]).toMatchObject({ column: 'text', rows: size - 6 });
    expect(seen.length).toBeGreaterThan(0);
    for (const { column, rows, fraction } of seen) {
      expect([column, rows]).toEqual(['text', size]);
      expect(fraction ?? 0).toBeGreaterThanOrEqual(0);
      expect(fraction ?? 1).toBeLessThanOrEqual(1);
    }
    expect((await progress('?id__gt=5')).json).toEqual({ columns: [] });
  });

  it.each(['?nothing=1', '?n__gt=x'])('%s is 400', async (query) => {
    const { dataset } = await published(csv);
    expect((await under.ask(`${dataset}profile/progress/${query}`)).status).toBe(400);
  });
});

describe('Outlines (an extension)', () => {
  it('report the statistics of the stored file', async () => {
    const { dataset, slugs } = await published(csv);
    const { json, text } = await under.ask(`${dataset}outline/?version=${slugs[0]}`);
    const bytes = expect.any(Number);
    expect(json.columns).toMatchObject([
      { column: 'n', type: 'integer', rows: 3, missing: 1, min: 2, bytes },
      { column: 'day', type: 'char', rows: 3, missing: 0, min: null, max: null, bytes },
      { column: 't', type: 'char', rows: 3, missing: 0, min: null, max: null, bytes },
    ]);
    expect(text).toContain('"max":9007199254740993');
  });

  it('of a dataset without data are empty', async () => {
    const dataset = await newDataset();
    for (const kind of ['profile', 'outline'])
      expect((await under.ask(`${dataset}${kind}/`)).json).toEqual({ version: null, columns: [] });
    expect((await under.ask(`${dataset}outline/?x=1`)).status).toBe(400);
    expect((await under.ask(`${dataset}outline/?version=20000101000000000000`)).status).toBe(404);
  });
});
