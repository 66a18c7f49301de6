import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ImportReport } from '#shared/api/publishing.ts';
import { mayMount, mountDisk, unmountDisk } from '../../lib/testing/small-disk.ts';
import { addUser, issueToken } from '../accounts/administer.ts';
import { type Service, startService } from '../service.ts';
import { storeFaultOfRequest, storeFaultText } from './store-fault.ts';

let folder = '';
let service: Service;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-fault-'));
  service = await startService({ dataFolder: folder, port: 0 });
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Makes an empty dataset; returns requests as an account that may change it, and its address. */
async function withDataset() {
  await addUser(service.deps.catalogue.records, { username: 'ada', password: 'correct horse', isStaff: true });
  const token = await issueToken(service.deps.catalogue.records, 'ada');
  const ask = (address: string, init: RequestInit = {}) =>
    fetch(new URL(address, service.url), { ...init, headers: { Authorization: `Token ${token}`, ...init.headers } });
  const made = async (address: string, record: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await ask(address, { method: 'POST', headers, body: JSON.stringify(record) });
    expect(answer.status).toBe(201);
    return answer.headers.get('location') ?? '';
  };
  const namespace = await made('/api/v1/namespaces/', { slug: 'n', label: 'N' });
  const dataset = await made(`${namespace}datasets/`, { slug: 'd', label: 'D' });
  /** Sends a file; returns the address of its version, and how to ask for its report. */
  const send = async () => {
    const answer = await ask(`${dataset}versions/`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment; filename="a.csv"' },
      body: 'a,b\n1,x\n',
    });
    expect(answer.status).toBe(202);
    const version = answer.headers.get('location') ?? '';
    return { version, report: async () => (await (await ask(`${version}report/`)).json()) as ImportReport };
  };
  return { ask, send };
}

it('a store whose folders were removed while it is served reports that to the publisher', async () => {
  const { send } = await withDataset();
  await rm(path.join(folder, 'rows'), { recursive: true });
  const { report } = await send();
  await expect.poll(async () => (await report()).state).toBe('failed');
  expect(await report()).toMatchObject({ message: expect.stringContaining('one of its folders is missing') });
});

it.skipIf(!mayMount('files that cannot be removed'))(
  'a version whose files cannot be removed is deleted for its readers, and the next start moves its files aside',
  async () => {
    const { ask, send } = await withDataset();
    const { version, report } = await send();
    await expect.poll(async () => (await report()).state).toBe('ready');
    const versions = path.join(folder, 'rows', 'versions');
    const [key = ''] = await readdir(versions);
    const mounted = path.join(versions, key, 'mounted');
    await mountDisk(mounted, '1m');
    try {
      expect((await ask(`${version}?permanent=true`, { method: 'DELETE' })).status).toBe(204);
      expect((await ask(version)).status).toBe(404);
      expect(await readdir(versions)).toEqual([key]);
    } finally {
      unmountDisk(mounted);
    }
    await service.close();
    service = await startService({ dataFolder: folder, port: 0 });
    expect(await readdir(versions)).toEqual([]);
  },
);

it.each([
  [Object.assign(new Error('x'), { code: 'EROFS' }), 'its disk is read-only'],
  [new Error('IO Error: Cannot open file "/s/a.parquet": Permission denied'), 'may not write to it'],
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), 'not enough space'],
  [Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' }), 'its disk does not respond'],
])('a disk error is reported with a message, without a path: %s', (error, said) => {
  expect(storeFaultText(error)).toContain(said);
  expect(storeFaultText(error)).not.toContain('/s/');
});

it('a request that meets a disk error is told so, without a path', () => {
  const error = Object.assign(new Error("EIO: i/o error, read '/s/a.parquet'"), { code: 'EIO' });
  expect(storeFaultOfRequest(error)).toContain('its disk does not respond');
  expect(storeFaultOfRequest(error)).not.toContain('/s/');
});

it('any other failure is not a disk error', () => {
  expect(storeFaultOfRequest(new Error('Binder Error'))).toBeNull();
  expect(storeFaultText(new Error('Binder Error'))).toBeNull();
  expect(storeFaultText('EROFS')).toBeNull();
});
