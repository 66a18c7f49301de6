import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userFileMode } from '../../lib/private-files.ts';
import { findDescription, prepareDescriptor } from './descriptor-file.ts';

let folder = '';
let scratch = '';
beforeEach(async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'almanac-descriptor-'));
  folder = path.join(root, 'My Towns');
  scratch = path.join(root, 'scratch');
  await mkdir(folder);
  await mkdir(scratch);
});
afterEach(async () => await rm(path.dirname(folder), { recursive: true, force: true }));

const created = '2026-01-02T03:04:05.000Z';
const shared = () => path.join(folder, 'datapackage.json');
const inFolder = async () => (await readdir(folder)).toSorted();
const read = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

async function describeFile(name: string, more: object = {}) {
  const resource = { name: name.toLowerCase(), path: name, created, ...more };
  const prepared = await prepareDescriptor(path.join(folder, name), resource, scratch);
  return { resource, prepared };
}

async function committed(name: string, more: object = {}) {
  const { resource, prepared } = await describeFile(name, more);
  await prepared.commit();
  return resource;
}

describe('the descriptor of a folder', () => {
  it('is there once it is committed, whole', async () => {
    const { resource, prepared } = await describeFile('a.csv');
    expect(await inFolder()).toEqual([]);
    expect(prepared.file).toBe(shared());
    await prepared.commit();
    expect(await inFolder()).toEqual(['datapackage.json']);
    expect(await readdir(scratch)).toEqual([]);
    expect(await read(shared())).toEqual({
      $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
      name: 'my-towns',
      created,
      resources: [resource],
    });
    const text = await readFile(shared(), 'utf8');
    expect(text).toMatch(/^\{\n {2}"\$schema".*\}\n$/s);
    if (process.platform !== 'win32') expect((await stat(shared())).mode & 0o777).toBe(userFileMode());
  });

  it('is not there if it is discarded', async () => {
    const { prepared } = await describeFile('a.csv');
    await prepared.discard();
    await prepared.discard();
    expect(await readdir(scratch)).toEqual([]);
    expect(await inFolder()).toEqual([]);
  });

  it('describes every file once, and keeps what others wrote', async () => {
    const own = { name: 'mine', homepage: 'https://example.org/', created: '2020', resources: [{ other: 1 }, null] };
    await writeFile(shared(), JSON.stringify(own));
    const a = await committed('a.csv', { rows: 1 });
    const b = await committed('b.csv');
    expect(await read(shared())).toEqual({
      $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
      ...own,
      created,
      resources: [{ other: 1 }, null, a, b],
    });
    const again = await committed('a.csv', { rows: 2 });
    expect((await read(shared())).resources).toEqual([{ other: 1 }, null, b, again]);
    expect(await findDescription(path.join(folder, 'a.csv'))).toEqual(again);
    expect(await findDescription(path.join(folder, 'b.csv'))).toEqual(b);
    expect(await findDescription(path.join(folder, 'c.csv'))).toBeNull();
  });

  it('replaces a longer one that was not committed', async () => {
    await describeFile('a.csv', { title: 'x'.repeat(10_000) });
    const resource = await committed('b.csv');
    expect((await read(shared())).resources).toEqual([resource]);
  });

  it.each([
    ['no JSON', '{'],
    ['something else', '{"resources": 1}'],
    ['nothing', ''],
    ['null', 'null'],
  ])('is left alone if it is %s, and the file gets its own', async (_, text) => {
    await writeFile(shared(), text);
    const resource = await committed('a.csv');
    expect(await readFile(shared(), 'utf8')).toBe(text);
    expect(await inFolder()).toEqual(['a.csv.datapackage.json', 'datapackage.json']);
    expect((await read(path.join(folder, 'a.csv.datapackage.json'))).resources).toEqual([resource]);
    expect(await findDescription(path.join(folder, 'a.csv'))).toEqual(resource);
  });

  it('is left alone if it cannot be read', async () => {
    await mkdir(shared());
    const resource = await committed('a.csv');
    expect((await stat(shared())).isDirectory()).toBe(true);
    expect(await findDescription(path.join(folder, 'a.csv'))).toEqual(resource);
  });

  it.skipIf(process.platform === 'win32')('is not written through a link', async () => {
    const elsewhere = path.join(folder, 'precious');
    await writeFile(elsewhere, 'precious');
    await symlink(elsewhere, path.join(scratch, 'descriptor'));
    await expect(describeFile('a.csv')).rejects.toThrow();
    expect(await readFile(elsewhere, 'utf8')).toBe('precious');
  });
});

describe('the description of a file', () => {
  it('is its own before that of the folder', async () => {
    const resource = (title: string) => ({ name: 'a', path: 'a.csv', title });
    await writeFile(shared(), JSON.stringify({ resources: [resource('folder')] }));
    expect(await findDescription(path.join(folder, 'a.csv'))).toEqual(resource('folder'));
    await writeFile(path.join(folder, 'a.csv.datapackage.json'), JSON.stringify({ resources: [resource('own')] }));
    expect(await findDescription(path.join(folder, 'a.csv'))).toEqual(resource('own'));
  });

  it('is passed over if it is no resource', async () => {
    const good = { name: 'a', path: 'a.csv' };
    await writeFile(shared(), JSON.stringify({ resources: [{ path: 'a.csv' }, { ...good, rows: 'many' }, good] }));
    expect(await findDescription(path.join(folder, 'a.csv'))).toEqual(good);
  });

  it('is absent without a descriptor', async () => {
    expect(await findDescription(path.join(folder, 'a.csv'))).toBeNull();
  });
});
