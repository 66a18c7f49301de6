import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { TestRequest, TestResponse, UnderTest } from './service-under-test.ts';

/** Path of the datasets that the tests publish to. */
export const datasets = '/api/v1/namespaces/city/datasets/';

/** A small table. */
export const csv = 'a,b\n1,x\n2,y\n';

/** A version that was published and is ready or removed. */
export interface Published {
  /** The response to the request. */
  readonly accepted: TestResponse;
  readonly report: TestResponse;
  /** Path of the version. */
  readonly version: string;
}

/** A form with a file, preceded by fields. */
export function form(content: string | Uint8Array, name: string, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  data.set('file', new Blob([Buffer.from(content)]), name);
  return data;
}

/** What publishing a file would change in a dataset of the city. */
export async function reviewed(service: UnderTest['service'], dataset: string, name: string, text: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-reviewed-'));
  try {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return await service.reviewReplacement({ namespace: 'city', dataset }, { path: file }, {});
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Helpers with which a test publishes. */
export function publishingTo(under: UnderTest) {
  let made = 0;
  return {
    /** Creates a dataset for one test; returns its path. */
    newDataset: async (): Promise<string> => {
      made += 1;
      const json = { label: `Dataset ${made}`, slug: `made-${made}` };
      const got = await under.ask(datasets, { method: 'POST', token: under.tokens.owner, json });
      expect(got.status).toBe(201);
      return got.json.url.slice(under.base.length);
    },
    /** Publishes and waits until the version is ready or removed. */
    publish: async (dataset: string, ask: TestRequest, query = ''): Promise<Published> => {
      const token = under.tokens.owner;
      const accepted = await under.ask(`${dataset}versions/${query}`, { method: 'POST', token, ...ask });
      expect([accepted.status, accepted.text]).toEqual([202, expect.any(String)]);
      const version = (accepted.headers.location ?? '').slice(under.base.length);
      const report = async () => await under.ask(`${version}report/`, { token });
      await expect.poll(async () => (await report()).json.state, { timeout: 90_000 }).not.toBe('importing');
      return { accepted, report: await report(), version };
    },
    rows: async (dataset: string): Promise<unknown[]> => (await under.ask(`${dataset}data/`)).json.results,
  };
}
