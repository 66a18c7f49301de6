import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkMapBackground, describeMapBackground, readMapBackground } from './map-background.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'almanac-map-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function header({ version = 3, internal = 2, tile = 2, type = 1 } = {}): Buffer {
  const bytes = Buffer.alloc(127);
  bytes.write('PMTiles', 'latin1');
  bytes.set([version], 7);
  bytes.set([internal, tile, type], 97);
  return bytes;
}

function write(name: string, bytes: Buffer | string): string {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

test.each([
  ['vector tiles', header()],
  ['WebP images', header({ type: 4, tile: 1 })],
  ['tiles of unknown compression', header({ tile: 0, internal: 1 })],
])('a file with %s can be chosen', async (name, bytes) => {
  await expect(checkMapBackground(write(`${name}.pmtiles`, bytes))).resolves.toBeUndefined();
});

test.each([
  ['an empty file', '', 'map-file-not-pmtiles', {}],
  ['a cut header', header().subarray(0, 100), 'map-file-not-pmtiles', {}],
  ['version 2', header({ version: 2 }), 'map-file-not-pmtiles', {}],
  ['MBTiles', Buffer.from('SQLite format 3\0'.padEnd(200, '\0')), 'map-file-not-pmtiles', {}],
  ['a web page', '<!doctype html>'.padEnd(400), 'map-file-not-pmtiles', {}],
  ['AVIF images', header({ type: 5 }), 'map-file-tiles', { kind: 'Avif' }],
  ['tiles of a later type', header({ type: 77 }), 'map-file-tiles', { kind: 'type 77' }],
  ['Brotli', header({ tile: 3 }), 'map-file-tiles', { kind: 'Brotli' }],
  ['Zstandard inside', header({ internal: 4 }), 'map-file-tiles', { kind: 'Zstd' }],
])('%s is refused in words', async (name, bytes, code, values) => {
  const file = write(`refused ${name}`, bytes);
  await expect(checkMapBackground(file)).rejects.toMatchObject({ reason: { code, values: { file, ...values } } });
});

test('parts are read up to the end, and a missing file is reported by name', async () => {
  const file = write('parts', 'abcdef');
  expect(Buffer.from(await readMapBackground(file, 4, 100), 'base64').toString()).toBe('ef');
  expect(await readMapBackground(file, 40, 100)).toBe('');
  expect(await describeMapBackground(file)).toEqual({ name: 'parts', bytes: 6 });
  rmSync(file);
  expect(await describeMapBackground(file)).toEqual({ name: 'parts', bytes: 0 });
  await expect(readMapBackground(file, 0, 10)).rejects.toMatchObject({ reason: { code: 'map-file-gone' } });
  await expect(readMapBackground(folder, 0, 10)).rejects.toMatchObject({ reason: { code: 'map-file-unread' } });
});
