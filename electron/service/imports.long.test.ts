import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '#shared/api/publishing.ts';
import { addUser, issueToken } from './accounts/administer.ts';
import { slowFile } from './operations/publish/testing/slow-file-for-test.ts';
import { type Service, startService } from './service.ts';

describe('imports of several callers', () => {
  let folder: string;
  let service: Service;
  let slow: Buffer;
  const tokens = new Map<string, string>();
  const datasets = new Map<string, string>();

  const ask = (address: string, account: string, init: RequestInit = {}) =>
    fetch(new URL(address, service.url), {
      ...init,
      headers: { Authorization: `Token ${tokens.get(account)}`, ...init.headers },
    });
  const make = async (address: string, account: string, record: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await ask(address, account, { method: 'POST', headers, body: JSON.stringify(record) });
    expect([answer.status, await answer.text()]).toEqual([201, expect.anything()]);
    return answer.headers.get('location') ?? '';
  };
  const send = async (account: string, body: Buffer | string) =>
    await ask(`${datasets.get(account)}versions/`, account, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', 'Content-Disposition': 'attachment; filename="a.csv.gz"' },
      body: body as Uint8Array<ArrayBuffer> | string,
    });
  const report = async (version: string, account: string) =>
    (await (await ask(`${version}report/`, account)).json()) as ImportReport;
  const sendSlow = async (account: string): Promise<string> => {
    const answer = await send(account, slow);
    expect(answer.status).toBe(202);
    return answer.headers.get('location') ?? '';
  };
  const publishSmall = async (account: string) => {
    const answer = await send(account, 'a,b\n1,x\n2,y\n');
    expect(answer.status).toBe(202);
    const version = answer.headers.get('location') ?? '';
    await expect.poll(async () => (await report(version, account)).state).toBe('ready');
  };
  const left = async () => {
    const names = await readdir(folder, { recursive: true });
    return names.filter((name) => /^(uploads|rows.(unfinished|versions)).[^/\\]+$/.test(name));
  };

  beforeAll(async () => {
    slow = slowFile();
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-imports-'));
    const limits = { maxRunning: 1, maxRunningOfManyCallers: 2, maxPerCaller: 4, maxInAll: 6 };
    service = await startService({ dataFolder: folder, importLimits: limits, prepareRows: false });
    for (const account of ['anna', 'bert']) {
      await addUser(service.deps.catalogue.records, {
        username: account,
        password: 'correct horse battery',
        isStaff: true,
      });
      tokens.set(account, await issueToken(service.deps.catalogue.records, account));
      const namespace = await make('api/v1/namespaces/', account, { slug: account, label: account, published: true });
      datasets.set(account, await make(`${namespace}datasets/`, account, { slug: 'd', label: 'D' }));
    }
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('take turns, report their position in the queue, are refused when too many wait, and are cancelled by DELETE', async () => {
    const versions: string[] = [];
    for (let at = 0; at < 4; at += 1) versions.push(await sendSlow('anna'));
    const refused = await send('anna', slow);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(((await refused.json()) as { detail: string }).detail).toMatch(
      /^4 of your files are already being received or read/,
    );
    // Another caller does not wait for them.
    await publishSmall('bert');
    // How many are done by now depends on the machine; the rest are queued in the order in which they were sent. The reports
    // are those of one moment only if no turn ended meanwhile.
    let importing: string[] = [];
    await expect
      .poll(async () => {
        const reports = await Promise.all(versions.map((version) => report(version, 'anna')));
        importing = versions.filter((_, at) => reports[at]?.state === 'importing');
        const waiting = reports.filter(({ state }) => state === 'importing');
        expect(importing.length).toBeGreaterThan(1);
        expect(waiting.at(-1)?.progress?.phase).toBe('waiting');
        return waiting.every(({ progress }, at) => (progress?.place ?? 0) === at);
      })
      .toBe(true);

    const cancel = async (version: string) => {
      expect((await ask(version, 'anna', { method: 'DELETE' })).status).toBe(204);
      expect((await ask(version, 'anna')).status).toBe(404);
      const { state, message } = await report(version, 'anna');
      return `${state} ${message}`;
    };
    const cancelled = 'failed Publishing was cancelled.';
    expect(await cancel(importing.pop() ?? '')).toBe(cancelled);
    // The one that is being read may be ready by now; then it is the next one's turn.
    let answer = '';
    for (const version of importing) {
      answer = await cancel(version);
      if (answer === cancelled) break;
      expect(answer).toBe('ready ');
    }
    expect(answer).toBe(cancelled);
    // The remaining ones are removed with their dataset.
    expect((await ask(`${datasets.get('anna')}?permanent=true`, 'anna', { method: 'DELETE' })).status).toBe(204);
    expect(await left()).toHaveLength(1);
    const page = (await (await ask(`${datasets.get('bert')}data/`, 'bert')).json()) as { count: number };
    expect(page.count).toBe(2);
  });

  it('are cancelled with their namespace, and refused ones can be sent again', async () => {
    datasets.set('anna', await make('api/v1/namespaces/anna/datasets/', 'anna', { slug: 'e', label: 'E' }));
    await sendSlow('anna');
    await sendSlow('anna');
    expect((await ask('api/v1/namespaces/anna/?permanent=true', 'anna', { method: 'DELETE' })).status).toBe(204);
    expect(await left()).toHaveLength(1);
    await publishSmall('bert');
  });
});
