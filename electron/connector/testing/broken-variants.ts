import type { IncomingMessage, ServerResponse } from 'node:http';
import { rowJson } from './row-shapes.ts';
import { sampleColumns, sampleCount, sampleRows } from './sample-rows.ts';
import type { Variant } from './variant.ts';

/** A service whose answers contradict its own records, or are not valid JSON. */
export interface BrokenVariant {
  /** A fresh service each time: some remember their requests. */
  readonly start: () => Variant;
  /** The expected error message. */
  readonly message: RegExp;
}

interface RawAnswer {
  readonly body: string | Buffer;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

type Answer = (address: URL, request: IncomingMessage) => RawAnswer | string | null;

/** Overrides the answers to requests for rows; null leaves them to the service. */
export function answeringRows(answer: Answer, variant: Variant = {}): Variant {
  return {
    ...variant,
    intercept(request: IncomingMessage, response: ServerResponse, address: URL) {
      if (!address.pathname.endsWith('/everything/data/'))
        return variant.intercept?.(request, response, address) ?? false;
      const given = answer(address, request);
      if (given === null) return false;
      const { body, status = 200, headers = {} } = typeof given === 'string' ? { body: given } : given;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      return true;
    },
  };
}

export const envelopeOf = (results: string, rest: { readonly count?: string; readonly next?: string } = {}) =>
  `{"count":${rest.count ?? '1'},"next":${rest.next ?? 'null'},"previous":null,"results":${results}}`;

const always = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) => ({
  start: () => answeringRows(() => ({ body, headers })),
});

const latin1 = Buffer.from(envelopeOf('[{"id":1,"__proto__":"Gr\u00f6\u00dfe"}]'), 'latin1');
const goodRow = '{"id":1,"__proto__":"Gr\u00f6\u00dfe"}';

/** Services whose answer is not a list of the dataset's rows. */
export const malformedVariants: Readonly<Record<string, BrokenVariant>> = {
  'an envelope within an array': {
    ...always(`[${envelopeOf(`[${goodRow}]`)}]`),
    message: /everything\/data\/ has a whole page of rows where row 1 should be: \{"count": …, "next": …/,
  },
  'rows within a row': { ...always(`[[${goodRow},${goodRow}]]`), message: /whole page of rows/ },
  'a FeatureCollection within an array': {
    ...always(`[{"type":"FeatureCollection","features":[{"type":"Feature","properties":${goodRow}}]}]`),
    message: /whole page of rows/,
  },
  'results that are an object': { ...always(envelopeOf(goodRow)), message: /did not respond with a list of rows/ },
  'results within results': {
    ...always(envelopeOf(envelopeOf(`[${goodRow}]`))),
    message: /did not respond with a list of rows/,
  },
  'rows that are texts': { ...always(envelopeOf('["id"]')), message: /Row 1 .* has none of the columns.*"id"/ },
  'rows that are numbers': { ...always(envelopeOf('[1]')), message: /has none of the columns/ },
  'rows that are null': { ...always(envelopeOf(`[${goodRow},null]`, { count: '2' })), message: /Row 2 .*It is null/ },
  'rows that are empty': { ...always(envelopeOf('[{}]')), message: /has none of the columns/ },
  'rows of another dataset': {
    ...always(envelopeOf('[{"name":"Anna","age":7}]')),
    message: /none of the columns of this dataset \(id, 10, big, .*\{"name": …, "age": …\}/,
  },
  'Features of another dataset': {
    ...always(envelopeOf('[{"type":"Feature","geometry":null,"properties":{"name":"Anna"}}]')),
    message: /has none of the columns/,
  },
  'arrays that are too short': { ...always(envelopeOf('[[1,2,3]]')), message: /has 3 values, but .* 8 columns/ },
  'arrays that are too long': { ...always(envelopeOf('[[1,2,3,4,5,6,7,8,9]]')), message: /has 9 values/ },
  'bytes that are not UTF-8': { ...always(latin1), message: /is not UTF-8.*byte 73 / },
  'bytes of the character set that the header names': {
    ...always(latin1, { 'content-type': 'application/json; charset=iso-8859-1' }),
    message: /is not UTF-8/,
  },
  'bytes that are not UTF-8, confirmed by a tag': { ...always(latin1, { etag: '"1"' }), message: /is not UTF-8/ },
  'a next page that is a number': {
    ...always(envelopeOf(`[${goodRow}]`, { count: 'null', next: '2' })),
    message: /names a next page that is not a usable address: 2/,
  },
  'a next page that is no address': {
    ...always(envelopeOf(`[${goodRow}]`, { count: 'null', next: '"http://["' })),
    message: /not a usable address: "http:\/\/\["/,
  },
  'a next page of too many characters': {
    ...always(envelopeOf(`[${goodRow}]`, { count: 'null', next: `"?cursor=${'x'.repeat(100_000)}"` })),
    message: /not a usable address: "\?cursor=x/,
  },
};

/** JSON that cannot be parsed without losing or altering a part of it. */
export const lossyVariants: Readonly<Record<string, BrokenVariant>> = {
  'two values for one column': {
    ...always(envelopeOf('[{"id":1,"__proto__":"a","id":2}]')),
    message: /everything\/data\/ has an object with two members named “id”/,
  },
  'two lists of rows': {
    ...always(`{"count":1,"next":null,"previous":null,"results":[${goodRow}],"results":[${goodRow}]}`),
    message: /two members named “results”/,
  },
  'two counts': {
    ...always(`{"count":5,"count":1,"next":null,"previous":null,"results":[${goodRow}]}`),
    message: /two members named “count”/,
  },
  'two next pages': {
    ...always(`{"count":1,"next":"?page=2","next":null,"previous":null,"results":[${goodRow}]}`),
    message: /two members named “next”/,
  },
  'half of a character': {
    ...always(envelopeOf('[{"id":1,"__proto__":"a\\ud800b"}]')),
    message: /half of a character/,
  },
  'the other half': { ...always(envelopeOf('[{"id":1,"__proto__":"\\uDC00"}]')), message: /half of a character/ },
  'a number beyond doubles': {
    ...always(envelopeOf('[{"id":1,"__proto__":"a","10":1e400}]')),
    message: /a number beyond ±1\.8e308/,
  },
  'a value nested without end': {
    ...always(envelopeOf(`[{"id":1,"__proto__":${'['.repeat(50_000)}${']'.repeat(50_000)}}]`)),
    message: /more than 256 levels deep/,
  },
  ...Object.fromEntries(
    ['-1', '1.5', '1e308', '99999999999999999999', 'true', '"one"', '" 1 "', '{"value":1}', '[1]'].map((count) => [
      `the count ${count}`,
      { ...always(envelopeOf(`[${goodRow}]`, { count })), message: /invalid number of rows/ },
    ]),
  ),
};

/** Unusual answers that still contain the rows of the dataset. */
export const unusualVariants: Readonly<Record<string, Variant>> = {
  'a byte order mark': always(Buffer.from(`\uFEFF${envelopeOf(`[${goodRow}]`)}`)).start(),
  'a header of another character set': always(Buffer.from(envelopeOf(`[${goodRow}]`)), {
    'content-type': 'application/json; charset=iso-8859-1',
  }).start(),
  'a count that is text': always(envelopeOf(`[${goodRow}]`, { count: '"1"' })).start(),
};

function asRow(row: (typeof sampleRows)[number]): string {
  return rowJson(row, sampleColumns, 'object', 'geojson');
}

/** Pages of 50 of the 250 rows; `change` replaces the page that starts at an offset. */
function pages(change: (offset: number, page: { count: number; next: string | null }) => object | RawAnswer | null) {
  return answeringRows(
    (address) => {
      const offset = Number(address.searchParams.get('offset') ?? 0);
      const rows = sampleRows.slice(offset, offset + 50).map(asRow);
      const next = new URL(address);
      next.searchParams.set('offset', String(offset + 50));
      const page = { count: sampleCount, next: offset + 50 < sampleCount ? next.href : null };
      const changed = change(offset, page);
      if (changed !== null && 'body' in changed) return changed as RawAnswer;
      const { given = rows, ...rest } = { ...page, ...changed } as typeof page & { given?: string[] };
      return `${JSON.stringify(rest).slice(0, -1)},"previous":null,"results":[${given.join(',')}]}`;
    },
    { pageSize: 50 },
  );
}

const status = (code: number): RawAnswer => ({ status: code, body: '{"detail":"Nein."}' });

let cursors = 0;

/** Pages that are consistently different from what they claim. */
export const contradictingVariants: Readonly<Record<string, BrokenVariant>> = {
  'more rows announced than there are': {
    start: () => pages(() => ({ count: 300 })),
    message: /says that there are 300 rows, but returned 250\. It responded identically twice/,
  },
  'fewer rows announced than there are': {
    start: () => pages(() => ({ count: 60 })),
    message: /says that there are 60 rows, but returned 100\. It responded identically twice/,
  },
  'another number of rows on later pages': {
    start: () => pages((offset) => (offset > 0 ? { count: 251 } : null)),
    message: /said first that there are 250 rows, and later that there are 251\. It responded identically twice/,
  },
  'no next page in the middle': {
    start: () => pages((offset) => (offset === 100 ? { next: null } : null)),
    message: /says that there are 250 rows, but returned 150\. It responded identically twice/,
  },
  'a next page without end': {
    start: () =>
      pages(() => {
        cursors += 1;
        return { next: `?cursor=${cursors}` };
      }),
    message: /says that there are 250 rows, but returned 300\. It responded identically twice/,
  },
  'the same page as next page': {
    start: () => pages((offset, { next }) => (offset === 0 ? { next } : { next: `?limit=5000&offset=${offset}` })),
    message: /form a loop/,
  },
  'a page that is shorter than promised': {
    start: () => pages((offset) => (offset === 100 ? { given: ['{"id":1}'], count: null } : { count: null })),
    message: /offset=100 has 1 row, but leads on to row 150 instead of row 101\..* It responded identically twice/,
  },
  'a page that is not there (status 404)': {
    start: () => pages((offset) => (offset === 100 ? status(404) : null)),
    message: /links to a page that does not exist: .*offset=100\. It responded identically twice/,
  },
  'a page that is removed (status 410)': {
    start: () => pages((offset) => (offset === 100 ? status(410) : null)),
    message: /links to a page that does not exist: .*offset=100\. It responded identically twice/,
  },
  'the same rows under every address': {
    start: () => pages(() => ({ given: sampleRows.slice(0, 50).map(asRow) })),
    message:
      /everything\/data\/ returned exactly the same 50 rows for two pages in a row\..* It responded identically twice/,
  },
  'the same rows without end': {
    start: () =>
      pages(() => {
        cursors += 1;
        return { count: null, next: `?cursor=${cursors}`, given: sampleRows.slice(0, 50).map(asRow) };
      }),
    message: /exactly the same 50 rows for two pages in a row\..* It responded identically twice/,
  },
  'a last page that is too short and does not count': {
    start: () =>
      pages((offset, page) =>
        offset === 200 ? { count: null, next: null, given: sampleRows.slice(200, 249).map(asRow) } : page,
      ),
    message: /says that there are 250 rows, but returned 249\. It responded identically twice/,
  },
  'a next page that is a file': {
    start: () => pages((offset) => (offset === 100 ? { next: 'file:///etc/passwd' } : null)),
    message: /leads to an address that is not a web address \("file:"\)/,
  },
};

/** Pages whose third one is linked at `elsewhere`. */
export function leadingTo(elsewhere: string): Variant {
  return pages((offset) => (offset === 50 ? { next: elsewhere } : null));
}

/** Answers every request for rows with a status and headers. */
export function refusingRows(code: number, headers: Readonly<Record<string, string>> = {}): Variant {
  return answeringRows(() => ({ ...status(code), headers }));
}
