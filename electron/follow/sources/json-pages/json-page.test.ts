import { expect, it } from 'vitest';
import { jsonPage } from './json-page.ts';

const at = new URL('https://office.example/api/towns?size=2');
const records = [{ a: 1 }, { a: 2 }];
const next = 'https://office.example/api/towns?size=2&page=2';
const known = { isFirst: true, count: null, updated: null };

it.each([
  ['Django', { count: 5, next, previous: null, results: records }, { ...known, records, next, count: 5 }],
  [
    'Django, the last page',
    { count: 5, next: null, previous: '/x', results: [] },
    { ...known, records: [], next: null, count: 5, isFirst: false },
  ],
  ['JSON:API', { data: records, links: { self: '/x', next: '/y', prev: null } }, { ...known, records, next: '/y' }],
  ['JSON:API with objects', { data: records, links: { next: { href: '/y' } } }, { ...known, records, next: '/y' }],
  [
    'HAL',
    { _links: { next: { href: '?page=2' }, prev: { href: '?page=0' } }, _embedded: { towns: records } },
    { ...known, records, next: '?page=2', isFirst: false },
  ],
  [
    'Laravel',
    { current_page: 2, data: records, next_page_url: next, per_page: 2, total: 9 },
    { ...known, records, next, count: 9, isFirst: false },
  ],
  ['OData without a context', { '@count': 1, value: records, nextLink: next }, { ...known, records, next }],
  [
    'Rick and Morty',
    { info: { count: 826, pages: 42, next, prev: null }, results: records },
    { ...known, records, next },
  ],
  ['links in a list', { towns: records, links: [{ rel: 'next', href: './y' }] }, { ...known, records, next: './y' }],
  ['meta', { meta: { pagination: { next_url: next } }, rows: records }, { ...known, records, next }],
  ['a usual name among others', { towns: [{ b: 1 }], Data: records, next }, { ...known, records, next }],
  ['an unusual name without records', { towns: [], next }, { ...known, records: [], next }],
  [
    'previous links in a list',
    { towns: records, links: [{ rel: 'previous', href: '/x' }, { rel: 'next' }] },
    { ...known, records, next: null, isFirst: false },
  ],
  [
    'plain http',
    { data: records, next: 'http://office.example/2' },
    { ...known, records, next: 'http://office.example/2' },
  ],
  ['three levels', { a: { b: { towns: records } }, next }, { ...known, records, next }],
  ['empty lists beside', { errors: [], towns: records, next }, { ...known, records, next }],
  [
    'the World Bank',
    [{ page: 1, pages: 3, per_page: '2', total: 5, lastupdated: '2026-07-13' }, records],
    { records, next: `${at.href}&page=2`, isFirst: true, count: 5, updated: '2026-07-13' },
  ],
  [
    'the World Bank, the last page',
    [{ page: '3', pages: '3', total: '5' }, records],
    { ...known, records, next: null, isFirst: false, count: 5 },
  ],
  [
    'the World Bank without records',
    [{ page: 0, pages: 0, total: 0 }, null],
    { ...known, records: [], next: null, count: 0 },
  ],
])('is a page as of %s', (_, json, page) => {
  expect(jsonPage(json, at)).toEqual(page);
});

it.each([
  ['an envelope', { results: records, total: 2 }],
  ['a token', { items: records, nextPageToken: 'abc' }],
  ['a number of the next page', { items: records, next: 2 }],
  ['a text that has an address', { items: records, next: 'see https://office.example/2' }],
  ['a list of other links', { items: records, related: [{ rel: 'next', href: '/2' }] }],
  ['an empty link', { items: records, next: '' }],
  ['links too deep', { data: records, a: { b: { c: { next } } } }],
  ['a count without links', { count: 2, results: records }],
])('leads nowhere with %s', (_, json) => {
  expect(jsonPage(json, at)).toEqual({ ...known, records, next: null });
});

it.each([
  ['records alone', records],
  ['an object', { a: 1 }],
  ['a text', 'next'],
  ['nothing', null],
  ['features, which have a source of their own', { type: 'FeatureCollection', features: records, next }],
  ['several lists', { next, towns: records, rivers: records }],
  ['no list', { next }],
  ['a list too deep', { a: { b: { c: { towns: records } } }, next }],
  ['lists of several members', { a: { towns: records }, b: { rivers: records }, next }],
  ['a page of unknown number', [{ pages: 2 }, records]],
  ['an unknown number of pages', [{ page: 1 }, records]],
  ['lists of numbers', { next, towns: [1, 2] }],
  ['three lists', [{ page: 1, pages: 2 }, records, records]],
  ['page numbers without records', [{ page: 1, pages: 2 }, { a: 1 }]],
])('is no page: %s', (_, json) => {
  expect(jsonPage(json, at)).toBeNull();
});
