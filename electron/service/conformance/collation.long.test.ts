import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collations } from '#shared/query-vocabulary.ts';
import type { Collation } from '#shared/row-query.ts';
import { seed } from '../../lib/testing/tier.ts';
import { marker, publishTable } from './testing/publish-table.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();

/** Letters that languages order differently, digraphs, and two spellings of one letter. */
const letters = [...'aAäÄåæöøñnsšSßcčzžoöôeéèêyαβбъ', 'ch', 'll', 'dž', 'lj', 'nj', 'gy', 'a\u0308', ' ', '-', '10'];
const word = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const table = {
  columns: [
    { name: 'word', type: 'char' },
    { name: 'class', type: 'integer' },
  ],
  rows: fc
    .sample(fc.option(word, { freq: 15 }), { numRuns: 400, seed })
    .map((text, at) => [text === null || text.trim() === '' ? null : text, BigInt(at % 3)] as const),
} as const;

let published: Awaited<ReturnType<typeof publishTable>>;
beforeAll(async () => {
  published = await publishTable(under.service, table);
});
afterAll(() => published.remove());

/** Numbers of the rows, following `next` page by page. */
async function walk(query: string, address = published.data): Promise<number[]> {
  const numbers: number[] = [];
  for (let next: string | null = `${address}?${query}&limit=150`; next !== null; ) {
    const { status, json, text } = await under.ask(next);
    expect([next, status, status === 200 ? '' : text]).toEqual([next, 200, '']);
    numbers.push(...json.results.map((row: Record<string, number>) => row[marker]));
    next = json.next === null ? null : json.next.slice(under.base.length);
  }
  return numbers;
}

/** What the collator of the language says: missing words last, ties by position. */
function sorted(collation: Collation, isDescending: boolean, classes = false): number[] {
  const { compare } = new Intl.Collator(collation);
  return [...table.rows.keys()].sort((one, other) => {
    const [left, right] = [table.rows[one]?.[0] ?? null, table.rows[other]?.[0] ?? null];
    if (classes && one % 3 !== other % 3) return (one % 3) - (other % 3);
    if (left === null || right === null) return Number(left === null) - Number(right === null) || one - other;
    return compare(left, right) * (isDescending ? -1 : 1) || one - other;
  });
}

it.each(collations)('words are in the order of %s, in both directions', async (collation) => {
  expect(await walk(`ordering=word&_collation=${collation}`)).toEqual(sorted(collation, false));
  expect(await walk(`ordering=class,-word&_collation=${collation}`)).toEqual(sorted(collation, true, true));
});

it('languages are told apart, and from the order of code points', async () => {
  const added = ['&_collation=de', '&_collation=sv', ''];
  const orders = await Promise.all(added.map((one) => walk(`ordering=word${one}`)));
  expect(new Set(orders.map(String)).size).toBe(3);
});

it('files and saved queries have the order too', async () => {
  const download = published.data.replace('data/', 'download/');
  const file = await under.ask(`${download}?ordering=-word&_collation=da&_format=json`);
  expect(file.json.map((row: Record<string, number>) => row[marker])).toEqual(sorted('da', true));
  const parameters = { ordering: [{ column: 'word', descending: false }], collation: 'cs' };
  const dataset = under.base + published.data.replace('data/', '');
  const json = { label: 'Words', dataset, parameters };
  const saved = await under.ask('/api/v1/queries/', { method: 'POST', token: under.tokens.owner, json });
  expect([saved.status, saved.json.parameters.collation]).toEqual([201, 'cs']);
  const data = saved.json.data.slice(under.base.length);
  expect(await walk('', data)).toEqual(sorted('cs', false));
  expect(await walk('_collation=es', data)).toEqual(sorted('es', false));
});

it.each([
  [
    'an unknown language',
    'data/?ordering=word&_collation=xx',
    /^Write codes, or one of these languages: bg, cs, .*, sv\.$/,
  ],
  ['a comparison of versions', 'diff', /not a known parameter/],
  ['a list', '/api/v1/datasets/?_collation=de', /Lists are ordered by code point/],
])('%s is refused', async (_, target, words) => {
  let address = target.startsWith('/') ? target : published.data.replace('data/', target);
  if (target === 'diff') {
    const { slug } = (await under.ask(published.data.replace('data/', 'versions/'))).json.results[0];
    address = published.data.replace('data/', `version/${slug}/diff/?against=${slug}&_collation=de`);
  }
  const { status, json } = await under.ask(address);
  expect([status, Object.keys(json)]).toEqual([400, ['_collation']]);
  expect(json._collation[0]).toMatch(words);
});
