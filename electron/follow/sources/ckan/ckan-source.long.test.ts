import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  choiceOf,
  describeEntry,
  failureOfFetch,
  fetchEntry,
  find,
  list,
  stateOf,
} from '../../testing/fetch-source.ts';
import { type CkanPortal, ckanIds, openCkanPortal } from '../../testing/servers/ckan-portal.ts';
import { htmlPage } from '../../testing/stand-in.ts';
import { ckanSource as source } from './ckan-source.ts';

let portal: CkanPortal;
beforeAll(async () => {
  portal = await openCkanPortal();
});
afterEach(() => {
  portal.before = () => null;
  portal.claimedTotal = null;
});
afterAll(() => portal.close());

const page = () => `${portal.url}dataset/road-accidents`;
const stored = () => choiceOf(source, page(), ckanIds.store);

describe('a CKAN dataset', () => {
  it('is found by its page and its API, with licence, publisher, contact and prose', async () => {
    const found = await find(source, `${portal.url}en/DATASET/Road-Accidents/?activity=1#top`);
    expect(found).toMatchObject({
      title: 'Road accidents',
      description: 'Accidents by municipality & year.',
      licence: 'Creative Commons Attribution',
      publisher: 'Cantonal Police',
      contact: 'statistics@police.example.org',
    });
    expect(found?.entries.map(({ title, format }) => [title, format])).toEqual([
      ['Accidents 2025', 'CSV'],
      ['Cases', 'CSV'],
      ['Map', 'ESRI REST'],
    ]);
    expect(found?.entries[2]?.leadsTo).toContain('FeatureServer/0');
    expect((await find(source, `${portal.url}api/3/action/package_show?id=road-accidents`))?.title).toBe(
      'Road accidents',
    );
  });

  it('a page or an address of one resource shows that one', async () => {
    for (const address of [
      `${page()}/resource/${ckanIds.store}`,
      `${portal.url}api/3/action/datastore_search?resource_id=${ckanIds.store}`,
      `${portal.url}datastore/dump/${ckanIds.store}`,
    ]) {
      expect((await find(source, address))?.entries.map(({ title }) => title)).toEqual(['Cases']);
    }
  });

  it('another service with such a path is not one', async () => {
    portal.before = () => ({ body: htmlPage });
    expect(await find(source, page())).toBeNull();
  });

  it('a portal is searched page by page', async () => {
    const first = await find(source, portal.url);
    expect(first).toMatchObject({ searchable: true, more: '100' });
    const last = await list(source, portal.url, '', '200');
    expect(last.entries).toHaveLength(50);
    expect(last.more).toBeNull();
    const found = await list(source, portal.url, 'accidents');
    expect(found.entries).toMatchObject([{ title: 'Road accidents', leadsTo: `${portal.url}dataset/road-accidents` }]);
  });

  it('a file is fetched from signed storage, whatever the catalogue says of its size', async () => {
    const choice = choiceOf(source, page(), ckanIds.file);
    const { texts, options, columns } = await fetchEntry(source, choice);
    expect(texts).toEqual([portal.file]);
    expect(options).toEqual({ format: 'csv' });
    expect(columns).toEqual([]);
    expect(await stateOf(source, choice)).toBeNull();
  });

  it('records without a file are read in order, page by page, with their dictionary', async () => {
    const fetched = await fetchEntry(source, stored());
    const lines = fetched.texts[0]?.trimEnd().split('\n') ?? [];
    expect(lines).toHaveLength(26);
    expect(lines.slice(0, 3)).toEqual(['code,cases,note', '000,0,', '001,10,"a, ""b"""']);
    expect(fetched.rows).toBe(25);
    expect(fetched.columns[0]).toEqual({
      name: 'code',
      title: 'Municipality code',
      description: 'Three digits',
      unit: null,
    });
    expect(fetched.options.columns).toEqual([
      { source: 'code', type: 'text' },
      { source: 'note', type: 'text' },
    ]);
    expect(await describeEntry(source, stored())).toMatchObject({ rows: 25, columns: fetched.columns });
  });

  it('older versions answer with records instead of lists', async () => {
    const whole = (await fetchEntry(source, stored())).texts;
    portal.before = ({ url }) => {
      url.searchParams.delete('records_format');
      return null;
    };
    expect((await fetchEntry(source, stored())).texts).toEqual(whole);
  });
});

describe('a faulty CKAN portal', () => {
  it('that counts more records than it sends, or fewer', async () => {
    portal.claimedTotal = 27;
    expect(await failureOfFetch(source, stored())).toMatch(/states 27 rows, but sent 25/);
    portal.claimedTotal = 20;
    expect(await failureOfFetch(source, stored())).toMatch(/states 20 rows, but sent|sent the same/);
  });

  it('that sends a page twice', async () => {
    portal.before = ({ url }) => {
      if (url.searchParams.get('offset') === '20') url.searchParams.set('offset', '10');
      return null;
    };
    expect(await failureOfFetch(source, stored())).toContain('sent the same rows twice');
  });

  it('whose data change meanwhile', async () => {
    portal.before = ({ url }) => {
      portal.claimedTotal = url.searchParams.get('offset') === '10' ? 26 : null;
      return null;
    };
    expect(await failureOfFetch(source, stored())).toContain('changed while');
  });

  it('that sends a page of HTML instead of a file', async () => {
    portal.before = ({ url }) => (url.pathname.endsWith('accidents.csv') ? { body: htmlPage } : null);
    expect(await failureOfFetch(source, choiceOf(source, page(), ckanIds.file))).toContain('web page instead of data');
  });

  it('that reports an error of its own, or has no such resource any more', async () => {
    portal.before = ({ url }) =>
      url.pathname.endsWith('datastore_search')
        ? { status: 409, body: { success: false, error: { __type: 'Validation Error', message: 'Search error' } } }
        : null;
    expect(await failureOfFetch(source, stored())).toContain('reports an error: Search error');
    expect(await failureOfFetch(source, choiceOf(source, page(), 'never'))).toContain('no longer offers');
    expect(await failureOfFetch(source, choiceOf(source, `${portal.url}dataset/never`, 'x'))).toContain(
      'no longer offers “never”',
    );
  });
});
