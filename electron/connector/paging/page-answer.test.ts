import { describe, expect, it } from 'vitest';
import type { Exact } from '../../lib/exact-json.ts';
import { ServiceError } from '../errors.ts';
import type { JsonAnswer } from '../http/answers/get-json.ts';
import { nextAddress, readPage } from './page-answer.ts';

const address = new URL('https://service.example/data/?key=secret');

function answer(value: Exact): JsonAnswer {
  const quotable = (text: string) => text.replaceAll('secret', '…');
  return { value, address, quotable, signedIn: false, etag: null };
}

/** The failure of an act. @throws if it succeeds, or fails otherwise */
function failure(act: () => unknown): ServiceError {
  try {
    act();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('This should have failed.');
}

const rows = [{ a: 1 }, { a: 2 }];
const collection = { type: 'FeatureCollection', features: rows };

describe('a page', () => {
  it.each<[string, Exact, number | null, string | null]>([
    ['an envelope', { count: 5, next: '/2', previous: null, results: rows }, 5, '/2'],
    ['an envelope at its end', { count: 2, next: null, results: rows }, 2, null],
    ['a list', rows, null, null],
    ['a collection', collection, null, null],
    ['a collection that is counted', { ...collection, numberMatched: 7 }, 7, null],
    ['a collection within an envelope', { count: 9, next: '/n', results: collection }, 9, '/n'],
    ['a counted collection within an envelope', { results: { ...collection, count: 4, next: '/in' } }, 4, '/in'],
    ['an envelope that is counted like its collection', { count: 9, results: { ...collection, count: 4 } }, 9, null],
    ['an envelope with a total', { total: 3, results: rows }, 3, null],
    ['a count before a total', { total: 3, count: 4, results: rows }, 4, null],
    ['a count as text', { count: '12', results: rows }, 12, null],
    ['a count of null', { count: null, total: 3, results: rows }, 3, null],
    ['no rows', { count: 0, results: [] }, 0, null],
    ['a total that is no number', { total: 'many', results: rows }, null, null],
    ['links by relation', { results: rows, links: { next: '/l' } }, null, '/l'],
    ['links with addresses', { results: rows, links: { next: { href: '/h' } } }, null, '/h'],
    ['listed links', { results: rows, links: [{ rel: 'self' }, { rel: 'next', href: '/r' }] }, null, '/r'],
    ['listed links without a next one', { results: rows, links: [{ rel: 'prev', href: '/r' }] }, null, null],
    ['a link before links', { next: '/n', results: rows, links: { next: '/l' } }, null, '/n'],
    ['a null before links', { next: null, results: rows, links: { next: '/l' } }, null, '/l'],
    ['no link as text', { next: '', results: rows }, null, null],
    ['no link as a boolean', { next: false, results: rows }, null, null],
    ['an empty address', { results: rows, links: { next: { href: '' } } }, null, null],
  ])('is read from %s', (_, value, count, next) => {
    const page = readPage(answer(value));
    expect(page).toEqual({ items: page.items, count, next });
    expect(page.items).toEqual(count === 0 ? [] : rows);
  });

  it.each<[string, Exact]>([
    ['text', 'rows'],
    ['null', null],
    ['an object', { rows }],
    ['an envelope without a list', { count: 2, results: { a: rows } }],
    ['an envelope of null', { count: 2, results: null }],
    ['features of another type', { type: 'Feature', features: rows }],
    ['a collection without features', { type: 'FeatureCollection', features: { a: 1 } }],
  ])('is not read from %s', (_, value) => {
    const error = failure(() => readPage(answer(value)));
    expect(error).toMatchObject({ kind: 'not-this-kind', where: 'https://service.example/data/' });
    expect(error.reason.values).toEqual({ host: 'service.example' });
  });

  it.each<[string, Exact]>([
    ['a negative count', { count: -1, results: rows }],
    ['a fractional count', { count: 1.5, results: rows }],
    ['a count beyond exact numbers', { count: 2 ** 53, results: rows }],
    ['a count of words', { count: 'two', results: rows }],
    ['a count with a sign', { count: '+2', results: rows }],
    ['a count with an end', { count: '2.', results: rows }],
    ['a long count as text', { count: '1234567890123456', results: rows }],
    ['a count in a list', { count: [2], results: rows }],
    ['a wrong count within the envelope', { count: 2, results: { ...collection, count: 'x' } }],
    ['a next page without an address', { next: { page: 2 }, results: rows }],
    ['a next page by number', { next: 2, results: rows }],
    ['a next page that is true', { next: true, results: rows }],
    ['a next link without an address', { results: rows, links: [{ rel: 'next' }] }],
  ])('may not have %s', (_, value) => {
    const error = failure(() => readPage(answer(value)));
    expect(error).toMatchObject({ kind: 'malformed', where: 'https://service.example/data/' });
    expect(error.reason.values).toEqual({ address: 'https://service.example/data/', found: expect.any(String) });
  });

  it('is quoted in an error without the secret of its service', () => {
    const error = failure(() => readPage(answer({ count: 'secret', results: rows })));
    expect(JSON.stringify(error.reason)).toContain('…');
    expect(JSON.stringify(error.reason)).not.toContain('secret');
  });
});

describe('the address of the next page', () => {
  const resolve = (text: string, from: URL) => (text === 'bad' ? null : new URL(text, from));

  it('is absolute', () => {
    expect(nextAddress({ next: null }, answer(rows), resolve)).toBeNull();
    expect(nextAddress({ next: '?page=2' }, answer(rows), resolve)?.href).toBe('https://service.example/data/?page=2');
  });

  it('must be usable', () => {
    const long = (length: number) => `?page=${'2'.repeat(length - 6)}`;
    expect(nextAddress({ next: long(16_384) }, answer(rows), resolve)).not.toBeNull();
    for (const next of ['bad', long(16_385)]) {
      expect(failure(() => nextAddress({ next }, answer(rows), resolve)).kind).toBe('malformed');
    }
  });
});
