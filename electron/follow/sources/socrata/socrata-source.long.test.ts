import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  choiceOf,
  describeEntry,
  failureOfFetch,
  fetchEntry,
  find,
  list,
  stateOf,
} from '../../testing/fetch-source.ts';
import { openSocrataPortal, type SocrataPortal, socrataId } from '../../testing/servers/socrata-portal.ts';
import { htmlPage } from '../../testing/stand-in.ts';
import { socrataSource as source } from './socrata-source.ts';

let portal: SocrataPortal;
beforeAll(async () => {
  portal = await openSocrataPortal();
});
afterEach(() => {
  portal.before = () => null;
  portal.needsToken = false;
});
afterAll(() => portal.close());

const choice = () => choiceOf(source, `${portal.url}d/${socrataId}`, socrataId);

it('is found by pages and API addresses that contain its identifier', async () => {
  for (const path of [
    `d/${socrataId}`,
    `Buildings/Building-permits/${socrataId.toUpperCase()}/about_data`,
    `resource/${socrataId}.json?$limit=5`,
    `api/views/${socrataId}/rows.csv`,
  ]) {
    expect(await find(source, `${portal.url}${path}`)).toMatchObject({
      title: 'Building permits',
      licence: 'Public Domain',
      publisher: 'City of Example',
      contact: 'permits@example.org',
    });
  }
  expect(await find(source, `${portal.url}d/zzzz-9999`)).toBeNull();
  expect(await find(source, `${portal.url}about`)).toBeNull();
});

it('is browsed through its catalogue', async () => {
  const found = await find(source, `${portal.url}browse?limitTo=datasets`);
  expect(found).toMatchObject({ searchable: true, more: '100' });
  expect((await list(source, `${portal.url}browse`, '', '100')).entries).toHaveLength(50);
});

it('is exported with its count, types and descriptions', async () => {
  const fetched = await fetchEntry(source, choice());
  expect(fetched).toMatchObject({ texts: ['Permit Number,Cost\n007,100.5\n008,200\n'], rows: 2 });
  expect(fetched.options).toEqual({
    format: 'csv',
    delimiter: ',',
    header: true,
    columns: [{ source: 'Permit Number', type: 'text' }],
  });
  expect(fetched.columns).toEqual([
    { name: 'Permit Number', title: null, description: 'As printed', unit: null },
    { name: 'Cost', title: null, description: null, unit: 'USD' },
  ]);
  expect(await describeEntry(source, choice())).toMatchObject({ rows: 2, columns: fetched.columns });
});

it('has a state by the time of its last change', async () => {
  const before = await stateOf(source, choice());
  expect((await fetchEntry(source, choice())).state).toEqual(before);
  portal.updated += 60;
  expect(await stateOf(source, choice())).not.toEqual(before);
});

it('fails where it is throttled, sends a page or lost the dataset', async () => {
  portal.needsToken = true;
  expect(await failureOfFetch(source, choice())).toContain('wants fewer requests');
  portal.needsToken = false;
  portal.before = ({ url }) => (url.pathname.endsWith('rows.csv') ? { body: htmlPage } : null);
  expect(await failureOfFetch(source, choice())).toContain('web page instead of data');
  expect(await failureOfFetch(source, choiceOf(source, `${portal.url}d/zzzz-9999`, 'zzzz-9999'))).toContain(
    'no longer offers',
  );
});
