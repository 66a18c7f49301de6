import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transformer } from '@napi-rs/image';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { given } from '#shared/given.ts';
import { addUser, issueToken } from '../../accounts/administer.ts';
import { type Service, startService } from '../../service.ts';
import { createDataset } from '../records/datasets.ts';
import { createNamespace } from '../records/namespaces.ts';

let folder = '';
let service: Service;
let owner = '';
let staff = '';
let log: string[] = [];

const start = async () => {
  service = await startService({ dataFolder: folder, log: (line) => log.push(line) });
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-images-'));
  log = [];
  await start();
  const { records } = service.deps.catalogue;
  await addUser(records, { username: 'staff', password: 'correct horse battery', isStaff: true });
  const { id: ownerId } = await addUser(records, { username: 'owner', password: 'correct horse battery' });
  await createNamespace(records, { slug: 'city', label: 'City', published: true, ownerId });
  const hidden = await createNamespace(records, { slug: 'hidden', label: 'Hidden', ownerId });
  await createDataset(records, { namespaceId: hidden.id, slug: 'secret', label: 'Secret' });
  [owner, staff] = [await issueToken(records, 'owner'), await issueToken(records, 'staff')];
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

type Kind = 'png' | 'jpeg' | 'webp';

async function picture(shade: number, kind: Kind = 'png'): Promise<Buffer> {
  const pixels = Buffer.alloc(64 * 48 * 4, shade);
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  const drawn = Transformer.fromRgbaPixels(pixels, 64, 48);
  return kind === 'png' ? await drawn.png() : kind === 'jpeg' ? await drawn.jpeg() : await drawn.webp(80);
}

interface Pictured {
  readonly image: string;
  readonly showcase_image: string;
  readonly thumbnail_image: string;
}

function form(image: Buffer, fields: Readonly<Record<string, string>> = {}): FormData {
  const body = new FormData();
  body.set('image', new Blob([new Uint8Array(image)]), 'a.png');
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
}

const dataset = 'api/v1/namespaces/hidden/datasets/secret/';

async function send(method: string, target: string, token: string, body?: FormData): Promise<Response> {
  const headers = { authorization: `Token ${token}`, accept: 'application/json' };
  return await fetch(service.url + target, { method, headers, ...given({ body }) });
}

async function withImage(image: Buffer, target = dataset): Promise<Pictured> {
  const answer = await send('PATCH', target, owner, form(image));
  expect(answer.status).toBe(200);
  return (await answer.json()) as Pictured;
}

const namesOf = (record: Pictured) => [record.image, record.showcase_image, record.thumbnail_image].sort();
const media = (name: string) => path.join(folder, 'media', name);
const served = async (name: string) => (await send('GET', `media/${name}`, owner)).status;

async function files(below = 'media'): Promise<string[]> {
  const entries = await readdir(path.join(folder, below), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(folder, below), path.join(entry.parentPath, entry.name)))
    .sort();
}

async function flip(file: string, at: number): Promise<void> {
  const content = await readFile(file);
  content[at] = (content[at] ?? 0) ^ 4;
  await writeFile(file, content);
}

describe('the files of images', () => {
  it('can be stored again after their folder was removed while the service runs', async () => {
    const before = namesOf(await withImage(await picture(40)));
    await rm(path.join(folder, 'media'), { recursive: true });
    expect(await Promise.all(before.map(served))).toEqual([404, 404, 404]);
    const after = namesOf(await withImage(await picture(80)));
    expect(await Promise.all(after.map(served))).toEqual([200, 200, 200]);
  });

  it('are those in the record, even after concurrent changes', async () => {
    await withImage(await picture(1));
    await Promise.all(Array.from({ length: 8 }, async (_, at) => withImage(await picture(20 * at))));
    const record = (await (await send('GET', dataset, owner)).json()) as Pictured;
    expect(await files()).toEqual(namesOf(record));
    for (const name of namesOf(record)) expect(await served(name)).toBe(200);
  });

  it('are removed with their record, even if an image arrived during its deletion', async () => {
    const answers = await Promise.all([
      send('PATCH', dataset, owner, form(await picture(1))),
      send('PATCH', 'api/v1/namespaces/hidden/', owner, form(await picture(2))),
      send('DELETE', 'api/v1/namespaces/hidden/', owner),
    ]);
    expect(answers.at(-1)?.status).toBe(204);
    await expect.poll(() => files()).toEqual([]);
  });

  it('do not remain if the record is refused', async () => {
    const fields = { slug: 'city', label: 'Taken' };
    expect((await send('POST', 'api/v1/namespaces/', staff, form(await picture(1), fields))).status).toBe(400);
    expect(
      (await send('PATCH', 'api/v1/namespaces/hidden/', owner, form(await picture(1), { slug: 'city' }))).status,
    ).toBe(400);
    const taken = { slug: 'secret', label: 'Taken' };
    const made = 'api/v1/namespaces/hidden/datasets/';
    expect((await send('POST', made, owner, form(await picture(1), taken))).status).toBe(400);
    expect(await files()).toEqual([]);
  });

  it('come with a new record in one request', async () => {
    const fields = { slug: 'pictured', label: 'Pictured' };
    const answer = await send('POST', 'api/v1/namespaces/hidden/datasets/', owner, form(await picture(1), fields));
    expect(answer.status).toBe(201);
    expect(await files()).toEqual(namesOf((await answer.json()) as Pictured));
  });

  it('that are unreferenced are moved aside at the next start, and removed after a week', async () => {
    const record = await withImage(await picture(1));
    await service.close();
    const left = ['images/0123456789abcdef01234567.png', 'images/showcase/0123.webp.part', 'images/thumb/left.webp'];
    for (const name of left) await writeFile(media(name), 'left by a kill');
    await mkdir(path.join(folder, 'leftovers', '2020-01-01'), { recursive: true });
    await start();
    await expect.poll(() => files()).toEqual(namesOf(record));
    const today = new Date().toISOString().slice(0, 10);
    expect(await files(path.join('leftovers', today, 'media'))).toEqual([...left].sort());
    expect(await readdir(path.join(folder, 'leftovers'))).toEqual([today]);
    expect(log.join('')).toContain('Unreferenced images');
  });

  it('survive a start without their catalogue', async () => {
    const record = await withImage(await picture(1));
    const whole = await readFile(media(record.image));
    await service.close();
    const stored = (await readdir(folder)).filter((name) => name.startsWith('catalogue'));
    const kept = await Promise.all(stored.map((name) => readFile(path.join(folder, name))));
    for (const name of stored) await rm(path.join(folder, name));
    await rm(path.join(folder, 'rows'), { recursive: true, force: true });
    await start();
    await expect.poll(() => files()).toEqual([]);
    const [day = ''] = await readdir(path.join(folder, 'leftovers'));
    expect(await readFile(path.join(folder, 'leftovers', day, 'media', record.image))).toEqual(whole);
    expect(kept.length).toBeGreaterThan(0);
  });
});

describe('a corrupted image', () => {
  const accidents: readonly [string, (file: string) => Promise<void>][] = [
    ['is empty', (file) => truncate(file, 0)],
    ['is cut off', async (file) => truncate(file, (await readFile(file)).length - 1)],
    ['is all zeros', async (file) => writeFile(file, Buffer.alloc((await readFile(file)).length))],
    ['has one bit flipped', async (file) => flip(file, Math.floor((await readFile(file)).length / 2))],
    ['is the file of another image', async (file) => writeFile(file, await picture(99))],
    ['is gone', (file) => rm(file)],
    [
      'is a folder',
      async (file) => {
        await rm(file);
        await mkdir(file);
      },
    ],
  ];

  it.each<Kind>(['png', 'jpeg', 'webp'])('is not served, which is logged: %s', async (kind) => {
    const record = await withImage(await picture(5, kind));
    for (const name of namesOf(record)) {
      const whole = await readFile(media(name));
      for (const [what, accident] of accidents) {
        const before = new Date(Date.now() - 60_000);
        await utimes(media(name), before, before);
        expect(await served(name)).toBe(200);
        log = [];
        await accident(media(name));
        await utimes(media(name), before, before).catch(() => {});
        expect([what, await served(name)]).toEqual([what, 404]);
        expect([what, log.join('').includes(`media/${name}`)]).toEqual([what, what !== 'is gone']);
        await rm(media(name), { recursive: true, force: true });
        await writeFile(media(name), whole);
      }
    }
  });

  it('is not any other content', async () => {
    const others = [
      'images/../../catalogue.sqlite',
      'images/%2e%2e/x.png',
      'images',
      'images/showcase',
      'images/a.svg',
    ];
    for (const name of others) expect([name, await served(name)]).toEqual([name, 404]);
  });
});
