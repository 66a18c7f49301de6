import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { objectAddressText } from '../../lib/objects/object-address.ts';
import { objectsForTest, overObjects } from '../../service/rows/testing/test-store.ts';
import { commandLine, TestChildren } from '../testing/child-processes.ts';
import { commandHere } from '../testing/run-command.ts';

let folder = '';
const children = new TestChildren();

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-migrate-'));
});
afterEach(async () => {
  await children.endAll();
  await rm(folder, { recursive: true, force: true });
});

const data = (...names: string[]) => path.join(folder, 'data', ...names);

/** Runs a command on the data folder. */
const run = (...words: string[]) => commandHere([...words, '--data', data()]);

async function publish(rows: string, to: string): Promise<void> {
  const file = path.join(folder, 'rows.csv');
  await writeFile(file, rows);
  expect(await run('publish', file, '--to', to)).toMatchObject({ code: 0 });
}

async function serve(...words: string[]) {
  const service = children.start(commandLine, ['serve', '--port', '0', '--data', data(), ...words]);
  await expect.poll(() => service.output.out + service.output.error).toContain('\n');
  if (service.output.out === '') return { error: service.output.error, rows: async () => [], stop: async () => {} };
  const { url } = JSON.parse(service.output.out) as { url: string };
  return {
    error: '',
    rows: async (dataset: string) => {
      const answer = await fetch(`${url}api/v1/namespaces/n/datasets/${dataset}/data/`);
      return ((await answer.json()) as { results?: unknown }).results ?? answer.status;
    },
    stop: async () => {
      service.child.kill('SIGTERM');
      await service.ended;
    },
  };
}

describe('almanac migrate --objects', () => {
  it('is not combined with moving the catalogue', async () => {
    await mkdir(data());
    const { code, error } = await run('migrate', '--objects', 's3://bucket', '--to', 'postgres://a@db/x');
    expect([code, error]).toEqual([2, expect.stringContaining('one after the other')]);
  });

  it('leaves the store as it is if it ends while the storage is away', async () => {
    await publish('a\n1\n', 'n/d');
    const env = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
    let asked = 0;
    const away = createServer(({ socket }) => {
      asked += 1;
      socket.destroy();
    });
    await once(away.listen(0, '127.0.0.1'), 'listening');
    try {
      const address = `s3://bucket?endpoint=http://127.0.0.1:${(away.address() as AddressInfo).port}`;
      const moving = children.start(commandLine, ['migrate', '--objects', address, '--data', data()], { env });
      await expect.poll(() => asked).toBeGreaterThan(0);
      moving.child.kill('SIGINT');
      expect((await moving.ended).code).not.toBe(0);
    } finally {
      away.close();
    }
    expect(await run('verify', 'n/d')).toMatchObject({ code: 0 });
  });
});

describe.skipIf(!overObjects)('A store whose versions are in object storage', () => {
  const address = () => objectAddressText(objectsForTest(path.basename(folder)).address);

  it('has all of them, was moved without a service, and moves back', async () => {
    await publish('town,people\nUlm,5\n', 'n/towns');
    await publish('town,people\nUlm,6\n', 'n/towns');
    await publish('a\n1\n', 'n/numbers');
    const refused = await serve('--objects', address());
    expect(refused.error).toContain('almanac migrate --objects');

    const moved = await run('migrate', '--objects', address(), '--json');
    expect([moved.code, JSON.parse(moved.out)]).toMatchObject([0, { ok: true, versions: 3, damaged: [] }]);
    expect(await readdir(data('rows', 'versions.moved'))).toHaveLength(3);
    expect(existsSync(data('rows', 'versions'))).toBe(false);
    expect((await run('verify', 'n/towns')).error).toContain('are in object storage');

    await rm(data('rows', 'versions.moved'), { recursive: true });
    const service = await serve('--objects', address());
    expect(await service.rows('towns')).toEqual([{ town: 'Ulm', people: 6 }]);
    expect(await service.rows('numbers')).toEqual([{ a: 1 }]);
    await publish('a\n2\n', 'n/later');
    await service.stop();

    const back = await run('migrate', '--objects', address(), '--back', '--json');
    expect([back.code, JSON.parse(back.out)]).toMatchObject([0, { ok: true, versions: 4, damaged: [], kept: null }]);
    for (const name of ['towns', 'numbers', 'later'])
      expect(await run('verify', `n/${name}`)).toMatchObject({ code: 0 });
    const alone = await serve();
    expect(await alone.rows('later')).toEqual([{ a: 2 }]);
    await alone.stop();
  });

  it('is not moved with a wrong key, which is explained without a stack', async () => {
    await publish('a\n1\n', 'n/d');
    const words = ['migrate', '--objects', address(), '--data', data()];
    const { code, error } = await commandHere(words, { AWS_ACCESS_KEY_ID: 'UNKNOWN' });
    expect([code, error]).toEqual([1, expect.stringMatching(/does not accept the key.*Check AWS_ACCESS_KEY_ID.*\n$/)]);
    expect(error).not.toContain('    at ');
    expect(await run('verify', 'n/d')).toMatchObject({ code: 0 });
  });

  it('is not moved again where that was done before an interruption', async () => {
    await publish('a\n1\n', 'n/d');
    const first = JSON.parse((await run('migrate', '--objects', address(), '--json')).out) as { bytes: number };
    expect(first.bytes).toBeGreaterThan(0);
    // As it was before the last step.
    await rm(data('rows', 'objects.json'));
    await rm(data('rows', 'versions'), { recursive: true, force: true });
    await mkdir(data('rows', 'versions'));
    const { out } = await run('migrate', '--objects', address(), '--json');
    expect(JSON.parse(out)).toMatchObject({ ok: true, versions: 1, bytes: 0 });
  });

  it('lacks what was damaged in the folder, which is named and kept', async () => {
    await publish('a\n1\n', 'n/whole');
    await publish('a\n2\n', 'n/damaged');
    const keys = await readdir(data('rows', 'versions'));
    const files = keys.map((key) => data('rows', 'versions', key, 'data.parquet'));
    const contents = await Promise.all(files.map((file) => readFile(file)));
    const [key] = keys;
    await truncate(files[0] ?? '', (contents[0]?.length ?? 0) - 1);
    const { code, out } = await run('migrate', '--objects', address());
    expect([code, out]).toEqual([4, expect.stringMatching(/1 version moved[\s\S]*not moved: n\/(whole|damaged) \d+/)]);
    expect(await readdir(data('rows', 'versions.moved'))).toContain(key);
  });
});
