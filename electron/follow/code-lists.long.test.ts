import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startService } from '../service/service.ts';
import { openFollowing } from './open-following.ts';
import { openSite } from './testing/servers/data-package-site.ts';
import { openTestClock } from './testing/test-clock.ts';

it('A table of CSV on the Web brings the code lists that it refers to', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-csvw-codes-'));
  const site = await openSite();
  const service = await startService({ dataFolder: path.join(folder, 'data'), samples: null, prepareRows: false });
  const report = (text: string) => expect.fail(text);
  const following = await openFollowing({ local: service, clock: openTestClock(Date.now()), scratch: folder, report });
  const authorization = `Token ${await service.issueOperatorToken()}`;
  const ask = async (method: string, address: string, json?: object) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const headers = { authorization, ...(json !== undefined && { 'content-type': 'application/json' }) };
    const response = await fetch(new URL(address, service.url), { method, headers, ...body });
    const text = await response.text();
    return { status: response.status, json: text === '' ? null : JSON.parse(text) };
  };
  try {
    const key = (column: string, resource: string) => ({
      columnReference: column,
      reference: { resource, columnReference: 'code' },
    });
    site.put('people.csv', 'Area,sex,n\n01,f,10\n02,m,20\n');
    site.put('people.csv-metadata.json', {
      '@context': 'http://www.w3.org/ns/csvw',
      url: 'people.csv',
      tableSchema: {
        columns: [{ name: 'area', titles: 'Area' }, { name: 'sex' }, { name: 'n' }],
        foreignKeys: [key('area', 'areas.csv'), key('sex', 'gone.csv')],
      },
    });
    site.put('areas.csv', 'code,label,parent\n01,North,\n02,Northern Town,01\n03,South,\n');
    expect((await ask('POST', 'api/v1/namespaces/', { slug: 'n', label: 'N', published: true })).status).toBe(201);
    const datasets = 'api/v1/namespaces/n/datasets/';
    expect((await ask('POST', datasets, { slug: 'people', label: 'People' })).status).toBe(201);
    const source = { address: `${site.url}people.csv`, every: 'manual', allow_private: true };
    expect((await ask('PUT', `${datasets}people/source/`, source)).status).toBe(201);
    const entry = await service.sources.entry({ namespace: 'n', dataset: 'people' });
    if (entry === null) return expect.fail('It is not followed.');
    expect(await following.follower.check(entry, {})).toMatchObject({ kind: 'changed', rows: 2 });

    const columns = (await ask('GET', `${datasets}people/columns/`)).json.results;
    const list = expect.stringMatching(/\/datasets\/area-codes-[0-9a-f]{12}\/$/);
    expect(columns.map((one: { codes: string | null }) => one.codes)).toEqual([list, null, null]);
    expect((await ask('GET', `${columns[0].codes}data/`)).json.results).toEqual([
      { code: '01', label: 'North', parent: null, order: 1 },
      { code: '02', label: 'Northern Town', parent: '01', order: 2 },
      { code: '03', label: 'South', parent: null, order: 3 },
    ]);
    expect((await ask('GET', `${datasets}people/data/?Area__under=01&_labels=true`)).json.results).toEqual([
      { Area: '01', Area_label: 'North', sex: 'f', n: 10 },
      { Area: '02', Area_label: 'Northern Town', sex: 'm', n: 20 },
    ]);
    const [version] = (await ask('GET', `${datasets}people/versions/`)).json.results;
    const { conversions } = JSON.parse(Buffer.from(version.metadata, 'base64').toString('utf8'));
    expect(conversions).toEqual(['“sex” has no labels: its code list “gone.csv” cannot be read']);

    // A version that was held names its lists too.
    site.put('people.csv', 'Area,sex\n01,f\n02,m\n');
    expect(await following.follower.check(entry, {})).toMatchObject({ kind: 'held' });
    expect((await ask('POST', `${datasets}people/source/`, { action: 'accept' })).status).toBe(200);
    const [accepted] = (await ask('GET', `${datasets}people/versions/`)).json.results;
    const { codes } = JSON.parse(Buffer.from(accepted.metadata, 'base64').toString('utf8'));
    expect(codes).toEqual({ Area: expect.stringMatching(/^n\/area-codes-[0-9a-f]{12}@\d{20}$/) });
  } finally {
    await following.close();
    await service.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
});
