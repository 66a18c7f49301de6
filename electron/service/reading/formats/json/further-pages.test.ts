import { expect, it } from 'vitest';
import { furtherPages } from './json-layout.ts';
import { outlineOf } from './json-outline.ts';

function pagesOf(json: unknown): string | null {
  const { top } = outlineOf(Buffer.from(JSON.stringify(json)), 0, true);
  return top === null ? null : furtherPages(top);
}

const records = [{ a: 1 }, { a: 2 }];
const address = 'https://office.example/data?page=2';

it.each([
  ['OData', { '@odata.nextLink': address, value: records }, `@odata.nextLink: "${address}"`],
  ['OData 3', { 'odata.nextLink': address, value: records }, `odata.nextLink: "${address}"`],
  ['Django', { count: 300, next: address, previous: null, results: records }, `next: "${address}"`],
  ['a long address', { next: `${address}${'&x=1'.repeat(50)}`, data: records }, 'next: …'],
  ['a token', { items: records, nextPageToken: 'abc' }, 'nextPageToken: "abc"'],
  ['Salesforce', { nextRecordsUrl: '/q/2', records }, 'nextRecordsUrl: "/q/2"'],
  ['links around an answer', { data: records, links: { next: address } }, `next: "${address}"`],
  [
    'information about an answer',
    { meta: { pagination: { page: 1, total_pages: 4 } }, data: records },
    'total_pages: 4',
  ],
  ['OGC API', { type: 'FeatureCollection', features: [], links: [{ rel: 'next', href: address }] }, 'links: next'],
  ['ArcGIS', { exceededTransferLimit: true, features: records }, 'exceededTransferLimit: true'],
  ['a member of a member', { a: { b: { next: address } }, data: {} }, `next: "${address}"`],
  ['the World Bank', [{ page: 2, pages: 356, per_page: '50' }, records], 'pages: 356'],
])('an answer as of %s continues', (_, json, evidence) => {
  expect(pagesOf(json)).toBe(evidence);
});

it.each([
  ['pages far within', { a: { b: { c: { next: address } } }, data: records }],
  ['information without records', [{ page: 1, pages: 5 }]],
  ['two objects', [{ page: 1, pages: 5 }, { a: 1 }]],
  ['other lists with links', { entries: [{ rel: 'next', href: address }] }],
  ['all features of ArcGIS', { exceededTransferLimit: false, features: records }],
  ['one page', { page: 1, pages: 1, data: records }],
  ['pages that are not those of the answer', { title: 'A book', pages: 356, chapters: records }],
  ['no next page', { next: null, results: records }],
  ['an empty next page', { next: '', results: records }],
  ['a previous page', { previous: address, results: records }],
  ['one record', { id: 1, next: 'Ulm' }],
  ['records with such members', [{ next: 'Ulm' }, { next: 'Bonn' }]],
  ['members of records', { data: [{ next: 'Ulm' }] }],
  ['another link', { features: [], links: [{ rel: 'self', href: address }, { rel: 'next' }] }],
])('an answer with %s is whole', (_, json) => {
  expect(pagesOf(json)).toBeNull();
});
