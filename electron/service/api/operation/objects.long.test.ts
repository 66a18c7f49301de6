import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ObjectStore } from '../../../lib/objects/object-store.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../lib/testing/faulty-proxy.ts';
import { mayMount, mountDisk, unmountDisk } from '../../../lib/testing/small-disk.ts';
import type { ObjectOptions } from '../../cluster/objects/object-files.ts';
import { rowIndexKey } from '../../cluster/objects/object-keys.ts';
import { publishTo } from '../../operations/publish/publish-file.ts';
import { objectsForTest, overObjects } from '../../rows/testing/test-store.ts';
import type { ServiceOptions } from '../../service.ts';
import { type Service, startService } from '../../service.ts';

let folder = '';
let running: Service[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-objects-'));
});
afterEach(async () => {
  for (const service of running.splice(0)) await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<ServiceOptions> = {}): Promise<Service> {
  const service = await startService({ dataFolder: path.join(folder, 'data'), ...options });
  running.push(service);
  return service;
}

async function stop(service: Service): Promise<void> {
  running = running.filter((one) => one !== service);
  await service.close();
}

async function health({ url }: Service): Promise<unknown> {
  const answer = await fetch(`${url}health`);
  return [answer.status, await answer.json()];
}

async function publish(service: Service, rows: string, dataset = 'd') {
  const file = path.join(folder, 'rows.csv');
  await writeFile(file, rows);
  const slugs = { namespace: 'n', dataset };
  const record = async () => ({ namespace: { slug: 'n', label: 'N' }, dataset: { slug: dataset, label: 'D' } });
  return publishTo(service.deps, slugs, record, { path: file, format: 'csv' }, {});
}

async function get(service: Service, address: string): Promise<Response> {
  const headers = { Authorization: `Token ${await service.issueOperatorToken()}` };
  return await fetch(`${service.url}api/v1/${address}`, { headers });
}

async function data(service: Service): Promise<{ status: number; results?: unknown[] }> {
  const answer = await get(service, 'namespaces/n/datasets/d/data/');
  const body = (await answer.json()) as { results?: unknown[] };
  return { status: answer.status, ...(body.results && { results: body.results }) };
}

/** Writes a file until nothing more fits. */
async function fillDisk(target: string): Promise<void> {
  const file = await open(target, 'w');
  try {
    for (let bytes = 2 ** 20; bytes >= 512; )
      if ((await file.write(Buffer.alloc(bytes, 1)).catch(() => null)) === null) bytes /= 2;
  } finally {
    await file.close();
  }
}

/** Waits until a node has written its row file for others, which is soon after publishing. */
async function rowFileShared({ address, key }: ObjectOptions): Promise<void> {
  const store = new ObjectStore(address, key);
  const names = async () => {
    const found: string[] = [];
    for await (const page of store.list('versions/')) found.push(...page.map((object) => path.basename(object.key)));
    return found;
  };
  await expect.poll(names).toContain(path.basename(rowIndexKey('v')));
  await store.close();
}

const ready = [200, { status: 'ready' }];
const away = [200, { status: 'degraded', part: 'objects' }];

describe('a service whose object storage does not respond', () => {
  // A port that was free a moment ago: nothing listens there.
  const nowhere = async () => {
    const proxy = await startFaultyProxy('http://127.0.0.1:9');
    await proxy.close();
    return proxy.address;
  };
  const objectsAt = (endpoint: string) => ({
    address: { bucket: 'almanac', prefix: '', endpoint, region: 'default' },
    key: { accessKeyId: 'a', secretAccessKey: 'b' },
  });

  it('starts, and reports it in /health and in its log', async () => {
    const logged: string[] = [];
    const service = await start({ objects: objectsAt(await nowhere()), log: (line) => void logged.push(line) });
    expect(await health(service)).toEqual(away);
    expect((await fetch(`${service.url}api/v1/namespaces/`)).status).toBe(200);
    await expect.poll(() => logged.join('\n')).toMatch(/does not respond: ECONNREFUSED/);
  });

  it('is not opened without it once it was used, nor used for a store that has versions', async () => {
    const objects = objectsAt(await nowhere());
    await stop(await start({ objects }));
    await expect(start()).rejects.toThrow(/are in object storage, s3:.* run "almanac serve" with --objects/);
    const dataFolder = path.join(folder, 'other');
    await stop(await start({ dataFolder }));
    await mkdir(path.join(dataFolder, 'rows', 'versions', 'v1'));
    await expect(start({ dataFolder, objects })).rejects.toThrow('has 1 versions of its own');
  });
});

describe.skipIf(!overObjects)('a service with versions in object storage', () => {
  let proxy: FaultyProxy;
  let objects: ObjectOptions;
  beforeEach(async () => {
    const direct = objectsForTest();
    proxy = await startFaultyProxy(direct.address.endpoint);
    objects = { ...direct, address: { ...direct.address, endpoint: proxy.address } };
  });
  afterEach(() => proxy.close());

  it('keeps them across restarts, also without its cache', async () => {
    const first = await start({ objects });
    await publish(first, 'a\n1\n2\n');
    await stop(first);
    expect(await readdir(path.join(folder, 'data', 'rows', 'versions'))).toEqual([]);
    await rm(path.join(folder, 'data', 'rows', 'cache'), { recursive: true });
    const second = await start({ objects });
    expect(await data(second)).toEqual({ status: 200, results: [{ a: 1 }, { a: 2 }] });
  });

  it('answers 503 for what it does not have while the storage is away, and recovers by itself', async () => {
    const first = await start({ objects });
    await publish(first, 'a\n1\n');
    await stop(first);
    await rm(path.join(folder, 'data', 'rows', 'cache'), { recursive: true });
    proxy.fault = () => ({ kind: 'drop' });
    const second = await start({ objects });
    await expect.poll(() => health(second)).toEqual(away);
    expect(await data(second)).toEqual({ status: 503 });
    await expect(publish(second, 'a\n2\n')).rejects.toThrow('does not respond');
    proxy.fault = () => null;
    await expect.poll(() => health(second)).toEqual(ready);
    expect(await data(second)).toEqual({ status: 200, results: [{ a: 1 }] });
    proxy.fault = () => ({ kind: 'status', status: 403, code: 'InvalidAccessKeyId' });
    await expect.poll(() => health(second)).toEqual(away);
    proxy.fault = () => null;
    await expect.poll(() => health(second)).toEqual(ready);
  });

  it('keeps serving its catalogue and cached data while the storage is away; the rest gets 503 in JSON at once', async () => {
    const other = await start({ objects });
    await publish(other, 'a\n1\n', 'e');
    await stop(other);
    await rm(path.join(folder, 'data', 'rows', 'cache'), { recursive: true });
    const service = await start({ objects });
    await publish(service, 'a\n1\n2\n');
    expect((await data(service)).status).toBe(200);
    for (const fault of [{ kind: 'drop' }, { kind: 'stall' }] as const) {
      proxy.fault = () => fault;
      await expect.poll(() => health(service)).toEqual(away);
      const [missing, began] = ['namespaces/n/datasets/e/data/', performance.now()];
      const refused = await Promise.all([get(service, missing), get(service, missing)]);
      refused.push(await get(service, missing));
      expect(performance.now() - began).toBeLessThan(60_000);
      for (const { status, headers } of refused) {
        expect([status, headers.get('retry-after')]).toEqual([503, '5']);
        expect(headers.get('content-type')).toMatch(/^application\/json/);
      }
      expect(await data(service)).toEqual({ status: 200, results: [{ a: 1 }, { a: 2 }] });
      for (const address of ['namespaces/', 'datasets/', 'versions/', 'namespaces/n/datasets/d/', 'meta/'])
        expect([address, (await get(service, address)).status]).toEqual([address, 200]);
      proxy.fault = () => null;
      await expect.poll(() => health(service)).toEqual(ready);
    }
    expect((await get(service, 'namespaces/n/datasets/e/data/')).status).toBe(200);
  }, 120_000);

  it('sends readers of the stored file to it, if the operator allows that, and no one without the right', async () => {
    const direct = objectsForTest();
    const service = await start({ objects: { ...direct, readersEndpoint: direct.address.endpoint } });
    await publish(service, 'a\n1\n2\n');
    const headers = { Authorization: `Token ${await service.issueOperatorToken()}` };
    const address = `${service.url}api/v1/namespaces/n/datasets/d/download/?_format=parquet`;
    const ask = (init: RequestInit = {}) => fetch(address, { headers, redirect: 'manual', ...init });
    const [stored] = await (
      (await fetch(`${service.url}api/v1/versions/`, { headers })).json() as Promise<{
        results: { checksum: string }[];
      }>
    ).then(({ results }) => results);
    const redirected = await ask();
    expect([redirected.status, redirected.headers.get('cache-control')]).toEqual([307, 'no-store']);
    const location = new URL(redirected.headers.get('location') ?? '');
    expect([location.origin, location.searchParams.get('X-Amz-Expires')]).toEqual([direct.address.endpoint, '300']);
    // What is there needs no rights, and is the file itself.
    const got = await fetch(location);
    const bytes = Buffer.from(await got.arrayBuffer());
    expect([got.status, createHash('sha256').update(bytes).digest('hex')]).toEqual([200, stored?.checksum]);
    expect(got.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(got.headers.get('content-disposition')).toBe('attachment; filename="d.parquet"');
    const part = await fetch(location, { headers: { Range: 'bytes=4-7' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(4, 8)]);
    // A client that follows by itself gets the same, and ranges too.
    const followed = await fetch(address, { headers: { ...headers, Range: 'bytes=0-3' } });
    expect([followed.status, await followed.text()]).toEqual([206, 'PAR1']);
    // The signature is for this one object.
    const other = new URL(location);
    other.pathname += 'x';
    expect((await fetch(other)).status).toBe(403);
    const head = await ask({ method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${bytes.length}`]);
    expect((await ask({ headers: { ...headers, 'If-None-Match': `"${stored?.checksum}"` } })).status).toBe(304);
    expect((await ask({ headers: {} })).status).toBe(401);
    // Everything else is made by the service.
    for (const query of ['_format=csv', '_format=parquet&a__gte=2', '_format=parquet&fields=a']) {
      const made = await fetch(address.replace('_format=parquet', query), { headers, redirect: 'manual' });
      expect([query, made.status]).toEqual([query, 200]);
      await made.body?.cancel();
    }
  });

  it.each<[string, (given: ObjectOptions) => ObjectOptions, RegExp]>([
    [
      'a wrong key',
      (given) => ({ ...given, key: { ...given.key, accessKeyId: 'UNKNOWN' } }),
      /does not accept the key: \w+\. Check AWS_/,
    ],
    [
      'a wrong secret',
      (given) => ({ ...given, key: { ...given.key, secretAccessKey: 'another' } }),
      /does not accept the key: \w+\. Check AWS_/,
    ],
    [
      'no such bucket',
      (given) => ({ ...given, address: { ...given.address, bucket: 'there-is-none' } }),
      /has no such bucket: NoSuchBucket\. Create/,
    ],
  ])('starts with %s, and says so without the key', async (_, wrong, message) => {
    const first = await start({ objects });
    await publish(first, 'a\n1\n');
    await stop(first);
    await rm(path.join(folder, 'data', 'rows', 'cache'), { recursive: true });
    const logged: string[] = [];
    const second = await start({ objects: wrong(objects), log: (line) => void logged.push(line) });
    await expect.poll(() => health(second)).toEqual(away);
    expect(await data(second)).toEqual({ status: 503 });
    const refused = await publish(second, 'a\n2\n').catch((error: Error) => error.message);
    expect(refused).toMatch(message);
    await expect.poll(() => logged.join('\n')).toMatch(message);
    expect(logged.join('\n') + refused).not.toContain(objects.key.secretAccessKey);
  });

  it('uses a key that replaces a refused one, without a restart', async () => {
    let current = { accessKeyId: 'UNKNOWN', secretAccessKey: 'b' };
    const service = await start({ objects: { ...objects, key: current, renewKey: async () => current } });
    await expect.poll(() => health(service)).toEqual(away);
    await expect(publish(service, 'a\n1\n')).rejects.toThrow('does not accept the key');
    current = objects.key;
    await expect.poll(() => health(service)).toEqual(ready);
    await publish(service, 'a\n1\n');
    expect(await data(service)).toEqual({ status: 200, results: [{ a: 1 }] });
  });

  it('stays ready while the storage answers slowly, but is degraded once it does not answer', async () => {
    const service = await start({ objects });
    await expect.poll(() => health(service)).toEqual(ready);
    let isSlow = true;
    proxy.fault = () => (isSlow ? { kind: 'delay', ms: 1_000 } : { kind: 'stall' });
    // As a balancer, whose patience ends sooner.
    for (const _ of Array.from({ length: 12 })) {
      expect(await health(service)).toEqual(ready);
      await sleep(200);
    }
    isSlow = false;
    await expect.poll(() => health(service)).toEqual(away);
    proxy.fault = () => null;
    await expect.poll(() => health(service)).toEqual(ready);
  });

  it.skipIf(!mayMount('a full disk of a node'))(
    'refuses what does not fit on its own disk in words, serves the rest, and recovers by itself',
    async () => {
      // The rows and their cache have a disk of their own; what keeps the catalogue is another matter.
      const disk = path.join(folder, 'data', 'rows');
      await mountDisk(disk, '24m');
      try {
        const service = await start({ objects });
        await publish(service, 'a\n1\n');
        await rowFileShared(objects);
        await service.deps.rows.makeRoom(Number.POSITIVE_INFINITY);
        await fillDisk(path.join(disk, 'filling'));
        expect(await data(service)).toEqual({ status: 200, results: [{ a: 1 }] });
        expect(await health(service)).toEqual(ready);
        await expect(publish(service, `a\n${'1\n'.repeat(1_000_000)}`)).rejects.toThrow(/not enough space/);
        await stop(service);
        // It starts with a full disk too.
        await fillDisk(path.join(disk, 'more'));
        const again = await start({ objects });
        expect(await data(again)).toEqual({ status: 200, results: [{ a: 1 }] });
        for (const name of ['filling', 'more']) await rm(path.join(disk, name));
        await publish(again, 'a\n2\n');
        expect(await data(again)).toEqual({ status: 200, results: [{ a: 2 }] });
        await stop(again);
      } finally {
        unmountDisk(disk);
      }
    },
  );

  it('removes the objects of a removed dataset only after the grace period', async () => {
    const service = await start({ objects: { ...objects, garbage: { graceMs: 0, derivedMs: 3600_000 } } });
    await publish(service, 'a\n1\n');
    await publish(service, 'a\n2\n', 'other');
    await service.removeDataset({ namespace: 'n', dataset: 'other' });
    const { rows, catalogue } = service.deps;
    const { versionKeys } = await import('../../catalogue/records/versions.ts');
    const collect = () => rows.collectGarbage(() => versionKeys(catalogue.records), new AbortController().signal);
    await expect.poll(async () => (await collect()).length).toBe(1);
    expect(await data(service)).toEqual({ status: 200, results: [{ a: 1 }] });
  });
});
