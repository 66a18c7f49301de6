import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import iconv from 'iconv-lite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StoredVersion } from '../files/stored-version.ts';
import { readFile } from '../isolated-work.ts';
import { detections } from './detections.ts';
import { pxForTest } from './formats/pc-axis/testing/px-for-test.ts';
import type { Plan, ReadingOptions, TablePreview } from './reading.ts';

let folder = '';
let number = 0;
let counts: Record<string, number> = {};
const count = (what: unknown) => {
  counts[String(what)] = (counts[String(what)] ?? 0) + 1;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-plan-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  counts = {};
  detections.subscribe(count);
});
afterEach(() => detections.unsubscribe(count));

/** A folder of its own, which does not exist yet. */
function place(): string {
  number += 1;
  return path.join(folder, String(number));
}

/** What the disposable process is given for each task, which runs in this one here. */
async function surroundings() {
  const [scratch, spillFolder] = [place(), place()];
  await mkdir(scratch);
  await mkdir(spillFolder);
  return { scratch, limits: { memoryBytes: 256 * 2 ** 20, threads: 1, spillFolder } };
}

const report = { onProgress: () => {}, onActivity: () => {} };

async function preview(file: ReadingOptions, purpose: 'show' | 'take-in'): Promise<Plan> {
  const task = { kind: 'preview', file, purpose, ...(await surroundings()) } as const;
  return ((await readFile(task, report)) as TablePreview).plan;
}

async function write(file: ReadingOptions): Promise<StoredVersion> {
  const { limits } = await surroundings();
  const task = { kind: 'ingest', key: 'v', file, appendTo: null, rejects: false, folder: place(), limits } as const;
  return (await readFile(task, report)) as StoredVersion;
}

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

async function workbook(): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Towns').addRows([
    ['town', 'people'],
    ['Ulm', 5],
  ]);
  return new Uint8Array(await book.xlsx.writeBuffer());
}

const text = 'town;people\nUlm;5\nKöln;7\n';
const json = '[{"town":"Ulm","people":5}]';
const once = { format: 1, encoding: 1, layout: 1 };

describe('a file', () => {
  it.each<[string, string | Uint8Array | (() => Promise<Uint8Array>), Record<string, number>]>([
    ['a.csv', text, once],
    ['latin.csv', iconv.encode(text, 'windows-1252'), once],
    ['packed.csv.gz', gzipSync(text), once],
    ['irregular.csv', '# towns\ntown,people\nUlm,5\n# more\nBonn,7\n', once],
    ['a.json', json, once],
    ['a.ndjson', '{"town":"Ulm","people":5}\n{"town":"Bonn","people":7}\n', once],
    ['a.xlsx', workbook, once],
    // Its keywords say where the records are.
    ['a.px', pxForTest(), { format: 1, encoding: 1 }],
  ])('is examined once from the preview to the version: %s', async (name, content, expected) => {
    const file = await fileOf(name, typeof content === 'function' ? await content() : content);
    const plan = await preview({ path: file }, 'take-in');
    const { types: _, ...planned } = counts;
    expect(planned).toEqual(expected);
    counts = {};
    await write(plan);
    expect(counts).toEqual({ types: 1 });
    counts = {};
    await write({ path: file });
    expect(counts).toEqual({ ...expected, types: 1 });
  });

  it('of several is examined once for each', async () => {
    const files = [await fileOf('1.csv', text), await fileOf('2.csv', text)];
    const plan = await preview({ path: files[0] ?? '', combine: { files } }, 'take-in');
    expect(counts).toEqual({ format: 2, encoding: 2, layout: 2 });
    counts = {};
    expect((await write(plan)).rows).toBe(4);
    expect(counts).toEqual({ types: 1 });
  });

  it('is written as planned, whatever could be detected', async () => {
    const file = await fileOf('planned.csv', 'a,b\n1,2\n');
    const plan = await preview({ path: file, header: false }, 'show');
    const { header: _, ...unsaid } = plan;
    expect((await write(unsaid)).rows).toBe(2);
    expect((await write({ path: file })).rows).toBe(1);
  });

  it('is planned again if another version of the program planned it, unless it has changed', async () => {
    const file = await fileOf('older.csv', 'a,b\n1,2\n');
    const plan = await preview({ path: file }, 'show');
    const older: Plan = { ...plan, decided: { ...plan.decided, by: 'older', layout: { kind: 'stated' } } };
    expect((await write(older)).rows).toBe(1);
    await writeFile(file, 'a,b\n1,2\n3,4\n');
    await expect(write(older)).rejects.toMatchObject({ reason: { code: 'file-changed' } });
    await expect(write(plan)).rejects.toMatchObject({ reason: { code: 'file-changed' } });
  });
});
