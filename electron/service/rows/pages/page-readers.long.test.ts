import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DamagedCacheError } from '../../files/disk-cache.ts';
import type { RowFilePaths } from '../../files/parquet-file.ts';
import { rowShape } from './page-assembly.ts';
import { ShortPages } from './page-readers.ts';
import type { PageRequest } from './page-request.ts';
import { writeOffsetTable } from './row-file/row-file.ts';

let folder = '';
let pages: ShortPages;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-short-pages-'));
  pages = new ShortPages(() => {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  pages.release(folder);
  await rm(folder, { recursive: true, force: true });
});

/** A row file of one column of texts. */
async function rowFile(name: string, texts: readonly string[]): Promise<RowFilePaths> {
  const paths = { rows: join(folder, `${name}.bin`), offsets: join(folder, `${name}.off`), count: texts.length };
  await writeFile(paths.rows, texts.map((text) => `${JSON.stringify(text)}\n`).join(''));
  expect(writeOffsetTable({ from: paths.rows, to: paths.offsets }, () => {})).toBe(texts.length);
  return paths;
}

function request(file: RowFilePaths, from: number, to: number): PageRequest {
  const form = { shape: rowShape(['t'], [0], [false]), frame: { before: '[', after: ']' } };
  return { kind: 'page', file, rows: { kind: 'range', from, to }, form };
}

function read(file: RowFilePaths, from: number, to: number, alone = false): unknown {
  const page = pages.read(request(file, from, to), alone);
  return page === null ? null : JSON.parse(Buffer.from(page.memory, 0, page.length).toString());
}

const texts = Array.from({ length: 3000 }, (_, at) => `row ${at} ${'x'.repeat(at % 90)}`);

describe('pages that are read on the event loop', () => {
  it('are the requested rows within their frame', async () => {
    const file = await rowFile('rows', texts);
    const objects = texts.map((t) => ({ t }));
    expect(read(file, 0, 100)).toEqual(objects.slice(0, 100));
    expect(read(file, 2950, 3000)).toEqual(objects.slice(2950));
  });

  it('are short ones: others are left to threads, if there are any', async () => {
    const long = await rowFile('long', ['a'.repeat(200_000), 'b']);
    expect(read(long, 0, 2)).toBeNull();
    expect(read(long, 0, 2, true)).toHaveLength(2);
    expect(read(long, 1, 2)).toEqual([{ t: 'b' }]);
    const many = await rowFile('many', Array<string>(3000).fill(''));
    expect([read(many, 0, 1001), read(many, 0, 1001, true)]).toEqual([null, null]);
    expect(read(many, 0, 1000)).toHaveLength(1000);
  });

  it('are left to threads for a while after two in turn were slow', async () => {
    const file = await rowFile('rows', texts);
    let now = 0;
    const takes = { ms: 0 };
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += takes.ms;
      return now;
    });
    const reads = (ms: number, alone = false) => {
      takes.ms = ms;
      return read(file, 0, 1, alone) !== null;
    };
    expect([reads(30), reads(1), reads(30), reads(30)]).toEqual([true, true, true, true]);
    expect([reads(0), reads(0, true)]).toEqual([false, true]);
    now += 1_900;
    expect(reads(0)).toBe(false);
    now += 200;
    expect(reads(0)).toBe(true);
  });

  it('verify what they read, and read another file of the same name once the first is released', async () => {
    const file = await rowFile('rows', texts);
    expect(read(file, 0, 1)).toEqual([{ t: texts[0] }]);
    const other = await rowFile('other', [...texts].reverse());
    await rename(other.rows, file.rows);
    await rename(other.offsets, file.offsets);
    expect(read(file, 0, 1)).toEqual([{ t: texts[0] }]);
    pages.release(folder);
    expect(read(file, 0, 1)).toEqual([{ t: texts[2999] }]);
    pages.release(file.rows);
    await writeFile(
      file.rows,
      texts
        .map((text) => `${JSON.stringify(text)}\n`)
        .join('')
        .toUpperCase(),
    );
    expect(() => read(file, 0, 1)).toThrow(DamagedCacheError);
  });
});
