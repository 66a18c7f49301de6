import { afterEach, expect, test, vi } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { pageEncoder } from '../page-encoder.ts';
import type { CopyPage } from './copier.ts';
import { openPageThread, type PageThread } from './page-thread.ts';

const setup = {
  options: { format: 'csv' as const, columns: [{ name: 'code', type: 'char' }] },
  query: { ...everyRow, filters: [{ column: 'code', lookup: 'gt' as const, value: '' }] },
};

const pageOf = (code: string, next: string | null = 'http://127.0.0.1/data/?offset=1') =>
  Buffer.from(JSON.stringify({ count: 9, next, results: [{ code }] }));

let thread: PageThread | null = null;
afterEach(() => thread?.close());

/** Converts in this thread, and counts the calls. */
function copyHere() {
  const copier = pageEncoder(setup.options, setup.query).ofBytes;
  return vi.fn<CopyPage>((page) => copier?.(page) ?? null);
}

/** Converts pages until the worker thread does it. */
async function untilAside(copies: ReturnType<PageThread['begin']>, here: ReturnType<typeof copyHere>): Promise<void> {
  await vi.waitUntil(
    async () => {
      const before = here.mock.calls.length;
      await copies.copy(pageOf('x'));
      return here.mock.calls.length === before;
    },
    { timeout: 300_000, interval: 20 },
  );
}

test('converts the first pages here and the others in the worker, with equal results', async () => {
  thread = openPageThread();
  const here = copyHere();
  const copies = thread.begin(setup, here);
  const first = await copies.copy(pageOf('a,b'));
  expect(here).toHaveBeenCalledTimes(1);
  expect(first?.content.toString()).toBe('"a,b"\r\n');
  await untilAside(copies, here);
  const pages = ['007', 'ä"', 'c'].map((code) => pageOf(code));
  const taken = await Promise.all(pages.map((page) => copies.copy(page)));
  expect(taken.map((one) => ({ ...one, content: one?.content.toString() }))).toEqual(
    ['007\r\n', '"ä"""\r\n', 'c\r\n'].map((content, at) => ({
      content,
      rows: 1,
      count: 9,
      next: 'http://127.0.0.1/data/?offset=1',
      watched: [[['007', 'ä"', 'c'][at]]],
    })),
  );
  await expect(copies.copy(Buffer.from('{"detail":"no"}'))).resolves.toBeNull();
  copies.end();
});

test('several exports share a thread without mixing', async () => {
  thread = openPageThread();
  const here = copyHere();
  const one = thread.begin(setup, here);
  await untilAside(one, here);
  const options = { format: 'ndjson' as const, columns: setup.options.columns };
  const two = thread.begin({ options, query: everyRow }, copyHere());
  const [csv, lines] = await Promise.all([one.copy(pageOf('1')), two.copy(pageOf('1'))]);
  expect([csv?.content.toString(), lines?.content.toString()]).toEqual(['1\r\n', '{"code":"1"}\n']);
});

test('a lost worker leaves no page without an answer', async () => {
  thread = openPageThread();
  const here = copyHere();
  const copies = thread.begin(setup, here);
  await untilAside(copies, here);
  const requested = ['a', 'b'].map((code) => copies.copy(pageOf(code)));
  await thread.close();
  const taken = await Promise.all([...requested, copies.copy(pageOf('c'))]);
  expect(taken.map((one) => one?.content.toString())).toEqual(['a\r\n', 'b\r\n', 'c\r\n']);
});
