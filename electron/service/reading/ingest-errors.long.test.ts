import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, refusalOf, type TestStore } from '../rows/testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

describe('a line that is longer than any record', () => {
  it.each([9, 40])('is refused even if it is the last (%i MB)', async (megabytes) => {
    for (const end of ['', '\n', '\r\n']) {
      const error = await refusalOf(store.take(`a,b\n1,2\n3,${'x'.repeat(megabytes * 1e6)}${end}`));
      expect(error.message).toMatch(/line 3: The record is too long/);
    }
  });
});

describe('a geometry nested too deep', () => {
  it.each([17, 5_000, 100_000])('%i collections within one another: refused in words', async (depth) => {
    const store = await openTestStore();
    try {
      const open = '{"type":"GeometryCollection","geometries":['.repeat(depth);
      const geometry = `${open}{"type":"Point","coordinates":[1,2]}${']}'.repeat(depth)}`;
      const text = `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":1},"geometry":${geometry}}]}`;
      await expect(store.take(text, { format: 'geojson' })).rejects.toMatchObject({
        name: 'IngestError',
        message: expect.stringMatching(/deep/),
      });
    } finally {
      await store.close();
    }
  });
});

describe('names of columns', () => {
  it('that are too long in total are refused', async () => {
    const names = Array.from({ length: 450 }, (_, at) => `${at}${'n'.repeat(9_000)}`);
    const error = await refusalOf(store.take(`${names.join()}\n${names.map(() => 1).join()}\n`));
    expect(error.message).toMatch(/have 405\d{4} characters in all/);
  });

  it('more than a dataset can have are refused before they are read', async () => {
    const names = Array.from({ length: 100_001 }, (_, at) => `c${at}`);
    const text = `${names.join(',')}\n${'1,'.repeat(100_000)}1\n`;
    const error = await refusalOf(store.take(text));
    expect(error.message).toMatch(/has 100001 columns; a dataset can have up to 100000/);
  });
});

describe('a bad value', () => {
  it('widens a type that was inferred from the beginning', async () => {
    const numbers = Array.from({ length: 30_000 }, (_, at) => `${at},${at},${at}.5,${at}`);
    const version = await store.take(`a,b,c,d\n${numbers.join('\n')}\n1,007,x,1.5\n`);
    expect(version.columns.map(({ type }) => type)).toEqual(['integer', 'char', 'char', 'float']);
    expect(await store.page(version, {}, 30_000)).toEqual([{ a: 1, b: '007', c: 'x', d: 1.5 }]);
  });

  it.each(['7"lost, delimiter",z', 'seven"lost, delimiter",z'])(
    'is found far down where a delimiter was lost: %s',
    async (line) => {
      const first = line.startsWith('7') ? '' : 'n';
      const usual = Array.from({ length: 30_000 }, (_, at) => `${first}${at},"note, ${at}",z`).join('\n');
      const text = `id,note,c\n${usual}\n${line}\n1,"3"" pipe",z\n`;
      const error = await refusalOf(store.take(text));
      expect(error.badValues).toMatchObject([{ row: 30_001, line: 30_002 }]);
      const fine = await store.take(text.replace('"lost', ',"lost'));
      expect(await store.page(fine, {}, 30_001)).toMatchObject([{ note: '3" pipe', c: 'z' }]);
    },
  );
});
