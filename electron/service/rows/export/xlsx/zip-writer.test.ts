import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createZip } from './zip-writer.ts';

let folder = '';
const { TZ } = process.env;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-zip-'));
});
afterEach(async () => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
  await rm(folder, { recursive: true, force: true });
});

async function archiveIn(timeZone: string): Promise<Buffer> {
  process.env.TZ = timeZone;
  const target = path.join(folder, timeZone.replace('/', '-'));
  const zip = createZip(target);
  for (const name of ['a.xml', 'b.xml']) {
    const part = zip.add(name);
    for (let piece = 0; piece < 20; piece += 1) await part.write(Buffer.alloc(200_000, `${name} ${piece}`));
    part.end();
  }
  await zip.finish();
  return readFile(target);
}

test('the same parts yield the same archive in every time zone', async () => {
  const archive = await archiveIn('Asia/Tokyo');
  expect(archive.length).toBeGreaterThan(1_000);
  expect((await archiveIn('America/Lima')).equals(archive)).toBe(true);
});

test('an existing file is not replaced, and a waiting writer gets the error', async () => {
  const target = path.join(folder, 'taken');
  await writeFile(target, 'mine');
  const zip = createZip(target);
  const part = zip.add('a.xml');
  const writing = async () => {
    for (;;) await part.write(Buffer.alloc(1_000_000));
  };
  await expect(writing()).rejects.toMatchObject({ code: 'EEXIST' });
  await zip.abandon();
  expect(await readFile(target, 'utf8')).toBe('mine');
});
