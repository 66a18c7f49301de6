import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { choiceOf, describeEntry, failureOfFetch, fetchEntry, find, stateOf } from '../../testing/fetch-source.ts';
import { type HuggingFaceHub, openHuggingFaceHub } from '../../testing/servers/hugging-face-hub.ts';
import { hubAndViewer, huggingFaceSource as source } from './hugging-face-source.ts';

let hub: HuggingFaceHub;
beforeAll(async () => {
  hub = await openHuggingFaceHub();
  vi.stubEnv('HF_ENDPOINT', hub.url);
});
afterEach(() => {
  Object.assign(hub, { partial: false, pending: false, claimedRows: null, before: () => null });
});
afterAll(() => {
  vi.unstubAllEnvs();
  return hub.close();
});

const choice = () => choiceOf(source, `${hub.url}datasets/city/permits`, 'default/train');

it('is found by its pages, with licence and rows', async () => {
  for (const path of [
    'datasets/city/permits',
    'datasets/city/permits/viewer/default/train?row=3',
    'api/datasets/city/permits',
    'datasets/city/permits/tree/main',
  ]) {
    expect(await find(source, `${hub.url}${path}`)).toMatchObject({
      title: 'City permits',
      licence: 'cc-by-4.0',
      publisher: 'city',
      entries: [{ id: 'default/train', format: 'Parquet', rows: 5 }],
    });
  }
  expect(await find(source, `${hub.url}city/permits`)).toBeNull();
  expect(await find(source, 'https://example.org/datasets/city/permits')).toBeNull();
});

it('all shards are fetched, in order', async () => {
  const fetched = await fetchEntry(source, choice());
  expect(fetched.files).toHaveLength(2);
  expect(fetched).toMatchObject({ rows: 5, options: { format: 'parquet' }, state: { parquet: 'parquet-1' } });
  expect(fetched.columns.map(({ name }) => name)).toEqual(['id', 'text']);
  expect(await describeEntry(source, choice())).toMatchObject({ rows: 5, publisher: 'city' });
});

it('has the state of its converted files, not of the dataset', async () => {
  const before = await stateOf(source, choice());
  hub.sha = 'parquet-2';
  expect(await stateOf(source, choice())).not.toEqual(before);
});

it('fails where shards are missing, only a part is converted, or nothing yet', async () => {
  hub.claimedRows = 6;
  expect(await failureOfFetch(source, choice())).toContain('states 6 rows, but sent 5');
  hub.claimedRows = null;
  hub.partial = true;
  expect(await failureOfFetch(source, choice())).toContain('offers only a part of “default/train”');
  hub.partial = false;
  hub.pending = true;
  expect(await failureOfFetch(source, choice())).toContain('still preparing');
});

it('fails where a shard is shorter than the list says', async () => {
  hub.before = ({ url }) => (url.pathname === '/cdn/0001' ? { body: hub.shards[1]?.subarray(0, 100) ?? '' } : null);
  expect(await failureOfFetch(source, choice())).toMatch(/has 100 bytes, but its description says/);
});

it.each([
  [undefined, 'https://huggingface.co/', 'https://datasets-server.huggingface.co/'],
  ['', 'https://huggingface.co/', 'https://datasets-server.huggingface.co/'],
  ['https://hub.example.org', 'https://hub.example.org/', 'https://datasets-server.hub.example.org/'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
  ['no address', 'https://huggingface.co/', 'https://datasets-server.huggingface.co/'],
])('the hub of HF_ENDPOINT=%s is %s', (endpoint, hub, viewer) => {
  vi.stubEnv('HF_ENDPOINT', endpoint);
  const found = hubAndViewer();
  expect([found.hub.href, found.viewer.href]).toEqual([hub, viewer]);
});
