import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { runsAll } from '../../../../lib/testing/tier.ts';
import { openEngine } from '../../../engine/engine.ts';
import type { StoredVersion } from '../../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../../../rows/testing/test-store.ts';
import { IngestError } from '../../reading.ts';
import {
  binaryKind,
  CompactReader,
  i32Kind,
  type List,
  readStruct,
  type Struct,
  writeStruct,
} from './compact-protocol.ts';

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function publish(path: string, words = {}): Promise<StoredVersion> {
  const { plan: source } = await store.rows.preview({ path, ...words }, 'take-in', store.folder);
  number += 1;
  return store.rows.ingest(`parquet-${number}`, { ...source, ...words }, {}, {});
}

/** A Parquet file that the engine writes from a query. */
async function written(query: string, options = ''): Promise<string> {
  const engine = await openEngine({
    memoryBytes: 2 ** 28,
    threads: 1,
    spillFolder: store.folder,
    functions: {},
    alone: true,
  });
  number += 1;
  const path = join(store.folder, `written-${number}.parquet`);
  await engine.long({}, (session) => session.run(`COPY (${query}) TO '${path}' (FORMAT parquet${options})`));
  await engine.close();
  return path;
}

type Fields = Map<number, { kind: number; value: unknown }>;

/** Changes the metadata at the end of a file. */
async function changeMetadata(path: string, change: (metadata: Fields) => void): Promise<void> {
  const bytes = await readFile(path);
  const start = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
  const metadata = readStruct(bytes.subarray(start, -8)) as Fields;
  change(metadata);
  await writeFile(path, Buffer.concat([bytes.subarray(0, start), footerOf(metadata as Struct)]));
}

function footerOf(metadata: Struct): Buffer {
  const footer = writeStruct(metadata);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([footer, length, Buffer.from('PAR1')]);
}

const thriftList = (fields: Fields, field: number) =>
  ((fields.get(field)?.value ?? { items: [] }) as List).items as unknown as Fields[];
const elementOf = (metadata: Fields, at: number) => thriftList(metadata, 2)[at] as Fields;
const chunkOf = (metadata: Fields) =>
  (thriftList(thriftList(metadata, 4)[0] as Fields, 1)[0] as Fields).get(3)?.value as Fields;

const swiss = { type: 'ProjectedCRS', name: 'CH1903+ / LV95', id: { authority: 'EPSG', code: 2056 } };

describe('a Parquet file', () => {
  it.each([
    [3, /"a" of the Parquet file is compressed with LZO/],
    [5, /"a" of the Parquet file is compressed with LZ4 \(Hadoop\)/],
  ])('with an unsupported compression is refused, naming it: %s', async (codec, words) => {
    const path = await written('SELECT 1 AS a');
    await changeMetadata(path, (metadata) => chunkOf(metadata).set(4, { kind: i32Kind, value: codec }));
    await expect(publish(path)).rejects.toThrow(words);
  });

  it('with decimal numbers beyond 38 digits is refused, naming the column', async () => {
    const path = await written('SELECT 1::DECIMAL(38, 2) AS amount');
    await changeMetadata(path, (metadata) => elementOf(metadata, 1).set(8, { kind: i32Kind, value: 40 }));
    await expect(publish(path)).rejects.toThrow(/"amount" .* decimal numbers of 40 digits; at most 38/);
  });

  it.each([
    ['without a value', 4, { kind: binaryKind, value: Buffer.from('typed_value') }],
    ['with bytes of a fixed length', 1, { kind: i32Kind, value: 7 }],
  ])('with a VARIANT %s is refused, naming the column', async (_, field, changed) => {
    const path = await written('SELECT 1 AS a, 42::VARIANT AS v');
    await changeMetadata(path, (metadata) => elementOf(metadata, 4).set(field, changed));
    await expect(publish(path)).rejects.toThrow(/column of type VARIANT in a form that Almanac cannot read: v\./);
  });

  it('whose columns are encrypted is refused as such, with its metadata in the clear', async () => {
    const path = await written('SELECT 1 AS a');
    await changeMetadata(path, (metadata) => metadata.set(8, { kind: 12, value: new Map() }));
    await expect(publish(path)).rejects.toThrow('Columns of this Parquet file are encrypted.');
  });

  it('that ends within its pages is refused as damaged, without a path', async () => {
    const path = await written("SELECT 'text ' || n AS a FROM range(5000) AS numbers(n)", ", CODEC 'uncompressed'");
    await changeMetadata(path, (metadata) => {
      const chunk = chunkOf(metadata);
      for (const field of [9, 11]) if (chunk.has(field)) chunk.set(field, { kind: 6, value: 50 });
    });
    const outcome = await publish(path).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(IngestError);
    expect((outcome as Error).message).toMatch(/^The Parquet file cannot be read: it is damaged/);
    expect((outcome as Error).message).not.toContain(store.folder);
  });

  it('with binary columns whose values are all UTF-8 is read with texts in them', async () => {
    const path = await written(
      "SELECT encode('Zürich') AS text, '\\x00\\x01'::BLOB AS bytes, NULL::BLOB AS nothing UNION ALL SELECT 'a b'::BLOB, 'x'::BLOB, NULL",
    );
    const version = await publish(path);
    expect(await store.page(version)).toEqual([
      { text: 'Zürich', bytes: '0001', nothing: null },
      { text: 'a b', bytes: '78', nothing: null },
    ]);
    expect(version.conversions.map(englishText)).toEqual(
      expect.arrayContaining(['text: binary to text: all its values are UTF-8', 'bytes: binary to hexadecimal text']),
    );
  });

  it('with geometries in another coordinate system is read with longitude and latitude', async () => {
    const path = await written(
      `SELECT 'POINT (2600000 1200000)'::GEOMETRY('${JSON.stringify(swiss)}') AS place, 'Bern' AS name`,
    );
    const version = await publish(path);
    const [row] = (await store.page(version)) as { place: { coordinates: number[] } }[];
    const [longitude = 0, latitude = 0] = row?.place.coordinates ?? [];
    expect(longitude).toBeCloseTo(7.43863, 4);
    expect(latitude).toBeCloseTo(46.95108, 4);
    expect(version.conversions.map(englishText)).toContain(
      'place: positions in EPSG:2056 to longitude and latitude (WGS 84)',
    );
  });

  it('whose coordinate system the user specifies is read in it', async () => {
    const query = `SELECT unnest([
      'POINT EMPTY', 'LINESTRING Z (500000 0 7, 500000 0 8)', 'POLYGON ((500000 0, 500001 0, 500000 1, 500000 0))',
      'GEOMETRYCOLLECTION (POINT (500000 0), MULTIPOINT (500000 0))']::GEOMETRY[]) AS place`;
    const version = await publish(await written(query), { crs: 'EPSG:32632' });
    const rows = (await store.page(version)) as { place: { coordinates: number[][]; geometries: unknown[] } }[];
    expect(rows[0]?.place.coordinates).toEqual([]);
    expect(rows[1]?.place.coordinates).toEqual([
      [9, 0, 7],
      [9, 0, 8],
    ]);
    expect(rows[2]?.place.coordinates[0]).toHaveLength(4);
    expect(rows[3]?.place.geometries).toEqual([
      { type: 'Point', coordinates: [9, 0] },
      { type: 'MultiPoint', coordinates: [[9, 0]] },
    ]);
  });

  it('with an insufficiently known coordinate system is refused', async () => {
    const path = await written(`SELECT 'POINT (1 2)'::GEOMETRY('{"type":"ProjectedCRS","name":"Mine"}') AS place`);
    await expect(publish(path)).rejects.toThrow('The coordinate system Mine is not known well enough');
  });

  describe('whose metadata declare geometries as nested lists of numbers', () => {
    const at = (x: number, y: number) => `{'x': ${x}::DOUBLE, 'y': ${y}::DOUBLE}`;
    const steps = [
      [0, 1],
      [2, 3],
    ];
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1.5],
      [0, 0],
    ];
    const ring = `[${at(0, 0)}, ${at(1, 0)}, ${at(1, 1.5)}, ${at(0, 0)}]`;
    const noted = (encoding: string, crs: object | null = null) => {
      const place = { encoding, geometry_types: [], ...(crs === null ? {} : { crs }) };
      const note = { version: '1.1.0', primary_column: 'place', columns: { place } };
      return `, KV_METADATA {geo: '${JSON.stringify(note)}'}`;
    };

    it.each([
      ['point', at(7.5, 1e-7), 'Point', [7.5, 1e-7]],
      ['point', `{'x': 'nan'::DOUBLE, 'y': 'nan'::DOUBLE}`, 'Point', []],
      ['point', `{'x': 1::DOUBLE, 'y': 2::DOUBLE, 'z': 3::DOUBLE, 'm': 4::DOUBLE}`, 'Point', [1, 2, 3]],
      ['linestring', `[${at(0, 1)}, ${at(2, 3)}]`, 'LineString', steps],
      ['linestring', `[${at(0, 1)}][2:1]`, 'LineString', []],
      ['multipoint', `[${at(0, 1)}, ${at(2, 3)}]`, 'MultiPoint', steps],
      ['polygon', `[${ring}]`, 'Polygon', [corners]],
      ['multilinestring', `[[${at(0, 1)}, ${at(2, 3)}]]`, 'MultiLineString', [steps]],
      ['multipolygon', `[[${ring}]]`, 'MultiPolygon', [[corners]]],
    ])('has geometries: %s of %s', async (encoding, value, type, coordinates) => {
      const path = await written(`SELECT ${value} AS place UNION ALL SELECT NULL`, noted(encoding));
      const version = await publish(path);
      expect(await store.page(version)).toEqual([{ place: { type, coordinates } }, { place: null }]);
    });

    it('is read with longitude and latitude', async () => {
      const path = await written(`SELECT ${at(2_600_000, 1_200_000)} AS place`, noted('point', swiss));
      const [row] = (await store.page(await publish(path))) as { place: { coordinates: number[] } }[];
      expect(row?.place.coordinates[0]).toBeCloseTo(7.43863, 4);
    });

    it('is read with the lists if metadata and type disagree', async () => {
      const path = await written(`SELECT ${at(1, 2)} AS place`, noted('polygon'));
      expect(await store.page(await publish(path))).toEqual([{ place: '{"x":1.0,"y":2.0}' }]);
    });
  });

  describe('with checksums of its pages', () => {
    /** A file whose only page has a checksum. @param flip a byte of the page to change */
    async function withChecksum(flip: number | null): Promise<string> {
      const path = await written('SELECT random() AS a FROM range(1000)', ", CODEC 'uncompressed'");
      const bytes = await readFile(path);
      const metadata = readStruct(
        bytes.subarray(bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8), -8),
      ) as Fields;
      const chunk = chunkOf(metadata);
      const start = chunk.get(9)?.value as number;
      const reader = new CompactReader(bytes.subarray(start));
      const header = reader.struct() as Fields;
      const length = header.get(3)?.value as number;
      const page = Buffer.from(bytes.subarray(start + reader.position, start + reader.position + length));
      header.set(4, { kind: i32Kind, value: crc32(page) | 0 });
      const newHeader = writeStruct(new Map([...header].sort(([one], [other]) => one - other)) as Struct);
      if (flip !== null) page.writeUInt8((page[flip] ?? 0) ^ 1, flip);
      chunk.set(7, { kind: 6, value: newHeader.length + length });
      chunk.set(9, { kind: 6, value: 4 });
      await writeFile(path, Buffer.concat([Buffer.from('PAR1'), newHeader, page, footerOf(metadata as Struct)]));
      return path;
    }

    it('is read if these match', async () => {
      expect((await publish(await withChecksum(null))).rows).toBe(1000);
    });

    it('is refused if they do not, naming the column', async () => {
      await expect(publish(await withChecksum(4000))).rejects.toThrow(
        'The column "a" of the Parquet file is damaged: its bytes do not match their checksum.',
      );
    });
  });
});

/** Files by other programs, which are not part of the project. */
const corpora = resolve(import.meta.dirname, '../../../../../../shared/corpora');
const there = existsSync(corpora);
if (!there) process.stderr.write(`The tests of Parquet files by other programs are skipped: there is no ${corpora}.\n`);

/** Files that are refused, each with the reason; all were reviewed. */
const refused: readonly [name: RegExp, words: RegExp][] = [
  [/\.encrypted$/, /encrypted/],
  [/hadoop_lz4/, /LZ4 \(Hadoop\)/],
  [/byte_stream_split_extended/, /BYTE_STREAM_SPLIT/],
  // Its only value unpacks to 2 GiB.
  [/large_string_map/, /memory/],
  // A map without values is not a map of the format.
  [/map_no_value/, /MAP_KEY_VALUE/],
  [/corrupt-checksum/, /checksum/],
  // The first list lacks its mark; two levels are missing after the last value.
  [/GH-45185|GH-6229-LEVELS/, /do(?:es)? not fit the number of rows/],
  [/case-04[02]\./, /two values in one place/],
  [/repeated_no_annotation/, /says that it has 0 rows/],
  [/bad_data/, /cannot be read/],
  // Forms of VARIANT that the engine does not read; the last four are invalid.
  [/case-(041|088|131|132|138|087|127|128|137)\./, /a form that Almanac cannot read: var\./],
];

/** Damaged in a way that does not affect what is read. */
const readAllTheSame = [
  // A dictionary of one value needs no bits for its indices.
  /ARROW-GH-43605/,
];

/**
 * The other reader accepts any bytes as text and lists without items as missing, and supports no decimals or times in a
 * VARIANT.
 */
const otherReaderDiffers = /data\/binary|repeated_primitive|case-(028|032|072|076|114|118)/;

describe.runIf(there && runsAll)('Parquet files by other programs', () => {
  const files = there
    ? ['parquet-testing', 'geoparquet'].flatMap((corpus) =>
        readdirSync(join(corpora, corpus), { recursive: true })
          .map((name) => join(corpus, String(name)))
          .filter((name) => /\.parquet(\.encrypted)?$/.test(name)),
      )
    : [];
  it.each(files.sort())('are read correctly or refused with a message: %s', async (name) => {
    const path = join(corpora, name);
    const outcome = await publish(path).catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(IngestError);
      const known = refused.find(([refusedName]) => refusedName.test(name));
      expect(`${name}: ${outcome.message}`).toMatch(known?.[1] ?? /this file is not to be refused/);
      expect(outcome.message).not.toMatch(/Error:|almanac-/);
      expect(outcome.message).not.toContain(corpora);
      return;
    }
    if (!readAllTheSame.some((one) => one.test(name))) expect(name).not.toMatch(/bad_data/);
    const version = outcome as StoredVersion;
    const expected = otherReaderDiffers.test(name) ? null : await readElsewhere(path);
    if (expected === null) return;
    expect(version.rows).toBe(expected.length);
    const rows = (await store.page(version)) as Record<string, unknown>[];
    for (const [at, row] of rows.slice(0, 100).entries()) {
      for (const { name: column, type } of version.columns) {
        const other = expected[at]?.[column];
        if (!isComparable(type, other)) continue;
        const own = name.includes('variant') && column === 'var' ? fromJson(row[column]) : row[column];
        expect(own, `${column} of row ${at}`).toEqual(likeOurs(other));
      }
    }
  });
});

/** The rows as another reader returns them; null if it cannot read them. */
async function readElsewhere(path: string): Promise<Record<string, unknown>[] | null> {
  try {
    return await parquetReadObjects({ file: await asyncBufferFromFile(path) });
  } catch {
    return null;
  }
}

/** A VARIANT is stored as JSON. */
function fromJson(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : text;
}

function isComparable(type: string, other: unknown): boolean {
  if (type === 'geometry' || other instanceof Date) return false;
  if (other === null || other === undefined || typeof other === 'string') return true;
  return typeof other === 'bigint' || (typeof other === 'number' && (type === 'integer' || Number.isInteger(other)));
}

function likeOurs(other: unknown): unknown {
  if (other === undefined || Number.isNaN(other)) return null;
  return typeof other === 'bigint' ? Number(other) : other;
}
