import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeptPictures } from './kept-pictures.ts';

const frame = { width: 1280, height: 800, ratio: 1.25, dark: true, rows: false };
const image = Buffer.from('as if drawn');

let base = '';
let folder = '';
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'almanac-pictures-'));
  folder = path.join(base, 'pictures');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const open = (mark = '1.0.0 en') => new KeptPictures(folder, () => mark);

test('a picture of each window is kept for this person alone, and read again by the same program only', async () => {
  await open().keep('first', frame, async () => image);
  await open().keep('m3k', { ...frame, dark: false }, async () => Buffer.from('another'));
  expect(await open().read('first')).toEqual({ mark: '1.0.0 en', frame, image: image.toString('base64') });
  expect((await open().read('m3k'))?.frame.dark).toBe(false);
  expect(await open('1.0.1 en').read('first')).toBeNull();
  expect(readdirSync(folder).sort()).toEqual(['first.json', 'm3k.json']);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(folder, 'first.json')).mode & 0o777).toBe(0o600);
});

test('a forgotten picture is gone, one that was being taken too', async () => {
  const pictures = open();
  await pictures.keep('first', frame, async () => image);
  await pictures.forget('first');
  expect(await pictures.read('first')).toBeNull();

  let give: (taken: Buffer) => void = () => undefined;
  const taken = new Promise<Buffer>((resolve) => {
    give = resolve;
  });
  const keeping = pictures.keep('first', frame, () => taken);
  const forgetting = pictures.forget('first');
  give(image);
  await Promise.all([keeping, forgetting]);
  expect(readdirSync(base)).toEqual(['pictures']);
  expect(readdirSync(folder)).toEqual([]);
});

test('of two that are taken at once the later one stays, whichever comes first', async () => {
  const pictures = open();
  const slow = pictures.keep('first', frame, async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return image;
  });
  await pictures.keep('first', frame, async () => Buffer.from('later'));
  await slow;
  expect((await pictures.read('first'))?.image).toBe(Buffer.from('later').toString('base64'));
});

test('nothing is kept of a window that is not drawn, nor what would make the start longer', async () => {
  const pictures = open();
  for (const none of [null, Buffer.alloc(0), Buffer.alloc(3_000_001)]) {
    await pictures.keep('first', frame, async () => none);
  }
  expect(readdirSync(base)).toEqual([]);
});

test('a file that is no picture gives none, whatever it would put into the page', async () => {
  const pictures = open();
  await pictures.keep('first', frame, async () => image);
  const file = path.join(folder, 'first.json');
  const whole = JSON.parse(readFileSync(file, 'utf8'));
  const others = [
    { ...whole, image: `${whole.image}"><script>alert(1)</script>` },
    { ...whole, image: '' },
    { ...whole, frame: { ...frame, width: '1px){}</style><script>' } },
    { ...whole, frame: { ...frame, ratio: null } },
    [whole],
    null,
  ];
  for (const other of others) {
    writeFileSync(file, JSON.stringify(other));
    expect(await pictures.read('first')).toBeNull();
  }
  writeFileSync(file, '{"mark":');
  expect(await pictures.read('first')).toBeNull();
  writeFileSync(path.join(base, 'outside.json'), JSON.stringify(whole));
  expect(await pictures.read('../outside')).toBeNull();
});
