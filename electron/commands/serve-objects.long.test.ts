import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine, TestChildren } from './testing/child-processes.ts';
import { commandHere } from './testing/run-command.ts';

let folder = '';
const children = new TestChildren();

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-serve-'));
});
afterEach(async () => {
  await children.endAll();
  await rm(folder, { recursive: true, force: true });
});

describe('almanac serve --objects', () => {
  it.each([
    ['an address of something else', 'http://host/bucket', /s3:\/\/bucket/],
    ['a key in the address', 's3://key:secret@bucket', /AWS_ACCESS_KEY_ID/],
    ['an endpoint for readers with a path', 's3://bucket', /not an endpoint such as/, 'https://host/bucket'],
  ])('refuses %s', async (_, address, message, readers = '') => {
    const words = ['serve', '--data', folder, '--objects', address];
    if (readers !== '') words.push('--redirect-downloads', readers);
    const { code, error } = await commandHere(words);
    expect([code, error]).toEqual([2, expect.stringMatching(message)]);
  });

  it('refuses to redirect downloads of files in a data folder', async () => {
    const words = ['serve', '--port', '0', '--data', folder, '--redirect-downloads'];
    const { code, error } = await commandHere(words);
    expect([code, error]).toEqual([2, expect.stringContaining('--redirect-downloads needs --objects')]);
  });

  const objects = process.env.ALMANAC_TEST_OBJECTS;
  it.skipIf(objects === undefined)('publishes to object storage and reads from it', async () => {
    const words = [
      '--data',
      path.join(folder, 'data'),
      '--objects',
      objects?.replace('/?', `/${path.basename(folder)}?`) ?? '',
    ];
    const service = children.start(commandLine, ['serve', '--port', '0', '--cache-size', '100M', ...words]);
    await expect.poll(() => service.output.out).toContain('\n');
    const { url } = JSON.parse(service.output.out) as { url: string };
    expect((await fetch(`${url}health`)).status).toBe(200);
    const file = path.join(folder, 'towns.csv');
    await writeFile(file, 'town,people\nUlm,126000\nBonn,330000\n');
    const publishing = ['publish', file, '--to', 'geo/towns', '--data', path.join(folder, 'data')];
    expect(await commandHere(publishing)).toMatchObject({ code: 0 });
    const page = await fetch(`${url}api/v1/namespaces/geo/datasets/towns/data/`);
    expect(((await page.json()) as { results: unknown }).results).toEqual([
      { town: 'Ulm', people: 126_000 },
      { town: 'Bonn', people: 330_000 },
    ]);
    service.child.kill('SIGTERM');
    expect(await service.ended).toMatchObject({ code: 0 });
    // Other commands do not take the versions for lost.
    const alone = await commandHere(['verify', 'geo/towns', '--data', path.join(folder, 'data')]);
    expect([alone.code, alone.error]).toEqual([1, expect.stringContaining('are in object storage')]);
  });
});
