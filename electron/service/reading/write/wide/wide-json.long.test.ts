import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsAll, shareOf } from '../../../../lib/testing/tier.ts';
import { openTestStore, refusalOf, type TestStore } from '../../../rows/testing/test-store.ts';
import type { ReadingOptions } from '../../reading.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const rows = 12;
/** The members of a wide record in turn, as written. */
const kinds: readonly ((row: number) => string)[] = [
  (row) => String(row * 7 - 100),
  (row) => `${row / 8}`,
  (row) => JSON.stringify(`a "word"\n${row % 5}`),
  (row) => (row % 3 === 0 ? 'null' : String(row)),
  (row) => `{"type":"Point","coordinates":[${row},45]}`,
  (row) => `[${row},{"a":"}"}]`,
  (row) => (row === rows - 1 ? '"late text"' : String(row)),
  () => 'null',
  (row) => `${9007199254740993n + BigInt(row)}`,
];
const nameOf = (column: number) => (column % 50 === 49 ? `~ /"${column}"` : `key ${column % 2 ? 'A' : 'a'}${column}`);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
/** More than fit into one strip of columns. */
const wide = range(0, 260);

function record(columns: readonly number[], row: number): string {
  const members = columns.map(
    (column) => `${JSON.stringify(nameOf(column))}:${kinds[column % kinds.length]?.(row) ?? ''}`,
  );
  return `{${members.join(',')}}`;
}

const records = (columns: readonly number[]) => range(0, rows).map((row) => record(columns, row));
const feature = (properties: string) =>
  `{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[1,2]},"properties":${properties}}`;

const written: Readonly<
  Record<string, (columns: readonly number[]) => [string | Buffer, NonNullable<ReadingOptions['format']>]>
> = {
  'compressed NDJSON': (columns) => [gzipSync(`${records(columns).join('\r\n')}\n`), 'ndjson'],
  GeoJSON: (columns) => [
    `{"type":"FeatureCollection","features":[${records(columns).map(feature).join(',')}]}`,
    'geojson',
  ],
};

describe('records of many members', () => {
  it.each(shareOf(Object.entries(written), 2))(
    'are read like the same members in narrow records: %s',
    async (_, write) => {
      const take = async (columns: readonly number[]) => {
        const [text, format] = write(columns);
        return store.take(text, { format });
      };
      const version = await take(wide);
      expect(version).toMatchObject({ rows, rejected: 0 });
      const page = (await store.page(version, {}, 0, rows)) as Record<string, unknown>[];
      const few = await take(range(190, 230));
      const typesOf = ({ columns }: typeof few) =>
        new Map(columns.map(({ name, type, size }) => [name, { type, size }] as const));
      for (const [name, type] of typesOf(few)) expect([name, typesOf(version).get(name)]).toEqual([name, type]);
      expect(page).toMatchObject((await store.page(few, {}, 0, rows)) as Record<string, unknown>[]);
    },
  );

  it.runIf(runsAll).each(Object.entries(written))(
    'have a column for each value of their objects: %s',
    async (_, write) => {
      const nested = (columns: readonly number[]) =>
        `{${columns.map((column) => `"${nameOf(column).replaceAll('"', '')}":${record(range(0, 9), column)}`).join(',')}}`;
      const text = (columns: readonly number[]) => range(0, rows).map(() => nested(columns));
      const take = (columns: readonly number[]) => {
        const [content, format] =
          write === written.GeoJSON
            ? [`{"type":"FeatureCollection","features":[${text(columns).map(feature).join(',')}]}`, 'geojson' as const]
            : [gzipSync(text(columns).join('\n')), 'ndjson' as const];
        return store.take(content, { format, flatten: true });
      };
      const version = await take(range(0, 70));
      expect(version.columns.length).toBeGreaterThan(600);
      const few = await take(range(40, 45));
      const page = await store.page(version, {}, 0, rows);
      expect(page).toMatchObject(await store.page(few, {}, 0, rows));
    },
  );

  it('with different members have a column for each', async () => {
    const lines = range(0, 6).map((row) => `{"id":${row},${range(0, 100).map((at) => `"k${row}_${at}":${at}`)}}`);
    const version = await store.take(`${lines.join('\n')}\n`, { format: 'ndjson' });
    expect(version.columns).toHaveLength(601);
    const page = (await store.page(version, {}, 0, 6)) as Record<string, unknown>[];
    expect(page.map((row) => [row.id, row.k0_1, row.k5_99])).toEqual([
      [0, 1, null],
      ...range(1, 5).map((row) => [row, null, null]),
      [5, null, 99],
    ]);
  });

  it.runIf(runsAll)('are refused with record and column if a value cannot be read', async () => {
    const columns = [{ source: nameOf(2), type: 'integer' as const }];
    const lines = `${records(wide).join('\n')}\n`;
    const error = await refusalOf(store.take(lines, { format: 'ndjson', columns }));
    expect(error.badValues[0]).toMatchObject({ row: 1, line: 1, column: nameOf(2) });
    const torn = await refusalOf(store.take(`${lines}{"a":\n`, { format: 'ndjson' }));
    expect(torn.badValues).toMatchObject([{ line: rows + 1 }]);
  });
});
