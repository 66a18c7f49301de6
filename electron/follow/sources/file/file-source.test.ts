import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { hostsInMemory } from '../../testing/hosts-in-memory.ts';
import { file, openSite, type Site } from '../../testing/site.ts';
import { type SourceWeb, WebAccess } from '../../web/open-web.ts';
import { fileSource, partAddresses } from './file-source.ts';

const { signal } = new AbortController();
const work = { report: () => {}, sleep: async () => {} };

async function zipOf(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('A file as a source', () => {
  let site: Site;
  let web: SourceWeb;
  let folder = '';
  const access = new WebAccess({ hosts: hostsInMemory(), limits: { firstDelayMs: 5 } });
  beforeAll(async () => {
    site = await openSite();
  });
  beforeEach(async () => {
    web = access.webFor(new URL(site.base), true, signal);
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-file-source-'));
    return async () => await rm(folder, { recursive: true, force: true });
  });
  afterAll(async () => {
    await access.close();
    await site.close();
  });
  const choiceOf = (at: string, entry = '') => ({
    kind: 'file' as const,
    address: `${site.base}${at}`,
    entry,
    parameters: {},
  });

  it('is found by its content, whatever its name and type say', async () => {
    site.pages.set('/export', { body: 'a;b\n1;2\n', headers: { 'content-type': 'application/octet-stream' } });
    const listing = await fileSource.find(new URL(`${site.base}/export`), web);
    expect(listing?.entries).toMatchObject([{ id: '', title: 'export', bytes: 8 }]);
    const { files } = await fileSource.fetch(choiceOf('/export'), folder, web, work);
    expect(files.map((one) => path.basename(one))).toEqual(['export.csv']);
  });

  it.each([
    ['a page', '\n<!DOCTYPE html><p>Please accept cookies', 'text/csv', 'web-page'],
    ['a document', '%PDF-1.7 …', 'application/pdf', 'not-a-source'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'image/png', 'not-a-source'],
    ['nothing', '', 'text/csv', 'not-a-source'],
  ])('%s is refused in words, when looking and when fetching', async (_, body, type, kind) => {
    site.pages.set('/odd.csv', { body, headers: { 'content-type': type } });
    await expect(fileSource.find(new URL(`${site.base}/odd.csv`), web)).rejects.toMatchObject({ kind });
    await expect(fileSource.fetch(choiceOf('/odd.csv'), folder, web, work)).rejects.toMatchObject({ kind });
  });

  it('a compressed one is fetched as it is', async () => {
    const packed = gzipSync('a\n1\n');
    site.pages.set('/d.csv.gz', file(packed, { 'content-type': 'application/gzip' }));
    const { files } = await fileSource.fetch(choiceOf('/d.csv.gz'), folder, web, work);
    expect(await readFile(files[0] ?? '')).toEqual(packed);
  });

  it('an archive lists its data files without being downloaded, and one of them is chosen', async () => {
    const filler = Array.from({ length: 60_000 }, (_, at) => `${at},${Math.sin(at)}`).join('\n');
    const zip = await zipOf({ 'a.csv': `x,y\n${filler}\n`, 'sub/b.csv': 'z\n2\n', 'readme.pdf': 'no' });
    site.pages.set('/all.zip', ({ headers }, response) => {
      const [, tail, from = '', to = ''] = /^bytes=(?:-(\d+)|(\d+)-(\d*))$/.exec(headers.range ?? '') ?? [];
      const start = tail === undefined ? Number(from) : Math.max(0, zip.length - Number(tail));
      const end = to === '' ? zip.length - 1 : Number(to);
      const part = headers.range === undefined ? zip : zip.subarray(start, end + 1);
      const range = headers.range === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${zip.length}` };
      response.writeHead(headers.range === undefined ? 200 : 206, { 'content-length': part.length, ...range });
      response.end(part);
    });
    const listing = await fileSource.find(new URL(`${site.base}/all.zip`), web);
    expect(listing?.entries.map(({ id }) => id)).toEqual(['a.csv', 'sub/b.csv', '*']);
    expect(web.received()).toBeLessThan(zip.length);
    const fetched = await fileSource.fetch(choiceOf('/all.zip', 'sub/b.csv'), folder, web, work);
    expect(fetched.options).toEqual({ entry: 'sub/b.csv' });
    await expect(fileSource.fetch(choiceOf('/all.zip', 'c.csv'), folder, web, work)).rejects.toThrow('c.csv');
    await expect(fileSource.fetch(choiceOf('/all.zip'), folder, web, work)).rejects.toThrow('a.csv, sub/b.csv');
  });

  it('several parts are fetched in order, and all of them are its state', async () => {
    for (const year of ['2023', '2024']) site.pages.set(`/y/${year}.csv`, file(`year\n${year}\n`));
    const choice = choiceOf('/y/{2023..2024}.csv');
    const { files, state } = await fileSource.fetch(choice, folder, web, work);
    expect(await Promise.all(files.map((one) => readFile(one, 'utf8')))).toEqual(['year\n2023\n', 'year\n2024\n']);
    expect(await fileSource.state(choice, web)).toEqual(state);
    site.pages.set('/y/2024.csv', file('year\n2024\n2024\n'));
    expect(await fileSource.state(choice, web)).not.toEqual(state);
    expect(partAddresses('http://x/{08..11}.csv').map((one) => one.slice(9))).toEqual([
      '08.csv',
      '09.csv',
      '10.csv',
      '11.csv',
    ]);
  });

  it('without validators only fetching tells; without HEAD the file is asked', async () => {
    site.pages.set('/plain.csv', { body: 'a\n1\n', headers: { 'content-type': 'text/csv' } });
    expect(await fileSource.state(choiceOf('/plain.csv'), web)).toBeNull();
    site.pages.set('/old.csv', ({ method }, response) => {
      response.writeHead(method === 'HEAD' ? 405 : 200, method === 'HEAD' ? {} : { etag: '"7"', 'content-length': 4 });
      response.end(method === 'HEAD' ? undefined : 'a\n1\n');
    });
    expect(await fileSource.state(choiceOf('/old.csv'), web)).toEqual({
      etag: '"7"',
      modified: null,
      bytes: 4,
    });
  });

  it('a file that moved is found by its redirect', async () => {
    site.pages.set('/new/d.csv', file('a\n1\n'));
    site.pages.set('/d.csv', { status: 301, body: '', headers: { location: '/new/d.csv' } });
    const { bytes } = await fileSource.fetch(choiceOf('/d.csv'), folder, web, work);
    expect(bytes).toBe(4);
    site.pages.delete('/new/d.csv');
    await expect(fileSource.fetch(choiceOf('/d.csv'), folder, web, work)).rejects.toMatchObject({ kind: 'not-found' });
    expect(await readdir(folder)).toBeDefined();
  });
});
