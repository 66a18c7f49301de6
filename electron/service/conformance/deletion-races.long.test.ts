import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseCount } from '../../lib/testing/tier.ts';
import { csv } from './testing/publishing.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest({ prepareRows: false });
const rounds = { removals: caseCount(4, 20), readers: caseCount(2, 8) };
const namespaces = '/api/v1/namespaces/';

async function makeNamespace(slug: string): Promise<string> {
  const json = { slug, label: slug, published: true };
  const { status } = await under.ask(namespaces, { method: 'POST', token: under.tokens.owner, json });
  expect(status).toBe(201);
  return `${namespaces}${slug}/`;
}

async function makeDataset(namespace: string, slug: string): Promise<string> {
  const made = { method: 'POST', token: under.tokens.owner, json: { slug, label: slug } };
  expect((await under.ask(`${namespace}datasets/`, made)).status).toBe(201);
  return `${namespace}datasets/${slug}/`;
}

const remove = (target: string) => under.ask(target, { method: 'DELETE', token: under.tokens.owner });

/** Sends a body whose last byte follows after `meanwhile`, when the address has already been looked up. */
async function sendAround(
  target: string,
  type: string,
  body: string,
  meanwhile: () => Promise<unknown>,
): Promise<{ readonly status: number; readonly detail: string }> {
  const { hostname, port } = new URL(under.base);
  const bytes = Buffer.from(body);
  const headers = {
    authorization: `Token ${under.tokens.owner}`,
    'content-type': type,
    'content-length': bytes.length,
    expect: '100-continue',
  };
  return await new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path: target, method: 'POST', headers, agent: false });
    request.on('error', reject);
    request.on('continue', () => {
      request.write(bytes.subarray(0, -1));
      // Once others can see that the service receives the file, it has already looked up the address.
      void under
        .ask(target, { token: under.tokens.owner })
        .then(meanwhile)
        .then(() => request.end(bytes.subarray(-1)), reject);
    });
    request.on('response', async (response) => {
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(piece);
      const { detail = '' } = JSON.parse(Buffer.concat(pieces).toString() || '{}') as { detail?: string };
      resolve({ status: response.statusCode ?? 0, detail });
    });
  });
}

/** Files in the store that belong to no version in the catalogue. */
async function leftovers(): Promise<string[]> {
  const { deps, dataFolder } = under.service;
  const named = new Set(
    (await deps.catalogue.records.selectFrom('versions').select('key').execute()).map(({ key }) => key),
  );
  const names = async (folder: string) => await readdir(path.join(dataFolder, folder)).catch(() => []);
  const keys = [...(await names('rows/versions')), ...(await names('rows/cache'))].filter((key) => !named.has(key));
  return [...keys, ...(await names('rows/unfinished')), ...(await names('uploads')), ...(await names('downloads'))];
}

describe('Publishing while the dataset is being deleted', () => {
  it.each(['dataset', 'namespace'])(
    'is refused with a message when the %s is deleted while the file is sent',
    async (what) => {
      const namespace = await makeNamespace(`gone-${what}`);
      const dataset = await makeDataset(namespace, 'd');
      const gone = what === 'dataset' ? dataset : namespace;
      const { status, detail } = await sendAround(`${dataset}versions/`, 'text/csv', csv, () => remove(gone));
      expect([status, detail]).toEqual([404, 'This dataset no longer exists.']);
      expect(await leftovers()).toEqual([]);
    },
  );

  it('is refused with a message when the namespace of a new dataset is deleted while its record is sent', async () => {
    const namespace = await makeNamespace('gone-below');
    const json = JSON.stringify({ slug: 'd', label: 'D' });
    const got = await sendAround(`${namespace}datasets/`, 'application/json', json, () => remove(namespace));
    expect(got).toEqual({ status: 404, detail: 'This namespace no longer exists.' });
  });

  it('never causes a server error, and leaves nothing behind', async () => {
    const token = under.tokens.owner;
    const statuses = new Set<number>();
    for (let round = 0; round < rounds.removals; round += 1) {
      const namespace = await makeNamespace(`race-${round}`);
      const dataset = await makeDataset(namespace, 'd');
      const publish = () =>
        under.ask(`${dataset}versions/`, { method: 'POST', token, body: csv, headers: { 'content-type': 'text/csv' } });
      const query = { method: 'POST', token, json: { label: 'Q', dataset: `${under.base}${dataset}`, parameters: {} } };
      const pause = () => new Promise((resolve) => setTimeout(resolve, (round % 10) * 2));
      const answers = await Promise.all([
        publish(),
        publish(),
        under.ask('/api/v1/queries/', query),
        under.ask(`${namespace}datasets/`, { method: 'POST', token, json: { slug: 'e', label: 'E' } }),
        under.ask(dataset, { method: 'PATCH', token, json: { label: 'Other' } }),
        pause().then(() => remove(round % 2 === 0 ? dataset : namespace)),
      ]);
      for (const { status } of answers) statuses.add(status);
      expect((await under.ask(dataset, { token })).status).toBe(404);
    }
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    await expect.poll(leftovers, { timeout: 120_000 }).toEqual([]);
  });
});

/** Enough rows that a download takes a while. */
const rows = 60_000;
const bigCsv = `id,text\n${Array.from({ length: rows }, (_, at) => `${at},text of row ${at * 7919}`).join('\n')}\n`;

describe('A version that is deleted while it is read', () => {
  const token = () => under.tokens.owner;

  async function publish(dataset: string, body: string): Promise<string> {
    const sent = { method: 'POST', token: token(), body, headers: { 'content-type': 'text/csv' } };
    const { status, headers } = await under.ask(`${dataset}versions/`, sent);
    expect(status).toBe(202);
    const version = (headers.location ?? '').slice(under.base.length);
    await expect
      .poll(async () => (await under.ask(version, { token: token() })).json.ready, { timeout: 60_000 })
      .toBe(true);
    return version;
  }
  const slugOf = (version: string) => version.split('/').at(-2) ?? '';

  /** Status, and whether as many bytes arrived as were announced; `cut` if the connection ended before. */
  async function fetched(
    target: string,
  ): Promise<{ readonly status: number; readonly whole: boolean; readonly text: string }> {
    const { hostname, port } = new URL(under.base);
    return await new Promise((resolve) => {
      const request = httpRequest({ hostname, port, path: target, agent: false }, async (response) => {
        const pieces: Buffer[] = [];
        try {
          for await (const piece of response) pieces.push(piece);
        } catch {
          // The connection was destroyed: the client notices.
        }
        const bytes = Buffer.concat(pieces);
        const whole = response.complete && String(bytes.length) === response.headers['content-length'];
        resolve({ status: response.statusCode ?? 0, whole, text: bytes.toString('latin1') });
      });
      request.on('error', () => resolve({ status: 0, whole: false, text: '' }));
      request.end();
    });
  }

  it('is reported to the sender of rows to append, which can be sent again', async () => {
    const namespace = await makeNamespace('followed');
    const dataset = await makeDataset(namespace, 'd');
    await publish(dataset, 'id,text\n1,older\n');
    const append = async (body: string) => {
      const sent = { method: 'POST', token: token(), body, headers: { 'content-type': 'text/csv' } };
      const { headers } = await under.ask(`${dataset}versions/?mode=append`, sent);
      return (headers.location ?? '').slice(under.base.length);
    };
    const report = async (version: string) => (await under.ask(`${version}report/`, { token: token() })).json;
    const ended = async (version: string) => {
      await expect.poll(async () => (await report(version)).state, { timeout: 60_000 }).not.toBe('importing');
      return await report(version);
    };
    const base = await publish(dataset, bigCsv);
    const following = await append(bigCsv);
    // Rows follow the version that was the newest when they began to be read.
    await expect.poll(async () => (await report(following)).progress, { interval: 5 }).not.toBeNull();
    expect((await remove(base)).status).toBe(204);
    const { state, message } = await ended(following);
    expect([state, message]).toEqual([
      'failed',
      expect.stringMatching(/^The version to which these rows .* Publish them again/),
    ]);
    expect((await ended(await append('id,text\n2,newer\n'))).state).toBe('ready');
    expect((await under.ask(`${dataset}data/`)).json.count).toBe(2);
  });

  it('is downloaded completely if the first byte was sent before, and is not found afterwards', async () => {
    const namespace = await makeNamespace('slow-reader');
    const dataset = await makeDataset(namespace, 'd');
    const version = await publish(dataset, bigCsv);
    for (const format of ['parquet', 'csv']) {
      const last = format === 'csv';
      const { hostname, port } = new URL(under.base);
      const target = `${dataset}download/?_format=${format}&version=${slugOf(version)}`;
      const [length, received] = await new Promise<readonly [number, number]>((resolve, reject) => {
        httpRequest({ hostname, port, path: target, agent: false }, async (response) => {
          expect(response.statusCode).toBe(200);
          let bytes = 0;
          if (last) expect((await remove(version)).status).toBe(204);
          for await (const piece of response) bytes += piece.length;
          resolve([Number(response.headers['content-length']), bytes]);
        })
          .on('error', reject)
          .end();
      });
      expect(received).toBe(length);
    }
    expect((await fetched(`${dataset}download/?_format=csv&version=${slugOf(version)}`)).status).toBe(404);
    await expect.poll(leftovers, { timeout: 120_000 }).toEqual([]);
  });

  it('returns complete responses or 404, and the older version if none is specified', async () => {
    const namespace = await makeNamespace('readers');
    const statuses = new Set<number>();
    for (let round = 0; round < rounds.readers; round += 1) {
      const dataset = await makeDataset(namespace, `d${round}`);
      await publish(dataset, 'id,text\n1,x\n2,y\n');
      const version = await publish(dataset, bigCsv);
      const named = `version=${slugOf(version)}`;
      const targets = [
        `${dataset}download/?_format=parquet&${named}`,
        `${dataset}download/?_format=csv&${named}`,
        `${dataset}data/?limit=1000&${named}`,
        `${dataset}data/?id__gte=5&ordering=-text&${named}`,
        `${dataset}download/?_format=parquet`,
        `${dataset}data/?ordering=-text`,
      ];
      if (round % 3 === 0) targets.reverse();
      const pause = () => new Promise((resolve) => setTimeout(resolve, (round % 6) * 15));
      const gone = round % 4 === 3 ? dataset : version;
      const [answers, removal] = await Promise.all([
        Promise.all(targets.map(fetched)),
        pause().then(() => remove(gone)),
      ]);
      expect(removal.status).toBe(204);
      for (const [at, { status, whole, text }] of answers.entries()) {
        statuses.add(status);
        expect([targets[at], status < 500, whole || status === 0, text]).toEqual([targets[at], true, true, text]);
        const isUnnamed = !targets[at]?.includes('version=');
        if (isUnnamed && gone === version) expect([status, text]).toEqual([200, text]);
      }
      for (const late of targets.filter((target) => target.includes('version='))) {
        expect((await fetched(late)).status).toBe(404);
      }
    }
    expect([...statuses].filter((status) => ![200, 404].includes(status))).toEqual([]);
    await expect.poll(leftovers, { timeout: 120_000 }).toEqual([]);
  });
});
