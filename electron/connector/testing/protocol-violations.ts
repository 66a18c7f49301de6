import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { answeringRows, envelopeOf } from './broken-variants.ts';
import type { Variant } from './variant.ts';

/** A service that breaks the rules of HTTP or of its own pages. */
export interface ProtocolViolation {
  /** A fresh service each time: some count their requests. */
  readonly start: () => Variant;
  /** The expected error message; or the `id` of the rows that are right nevertheless. */
  readonly outcome: RegExp | readonly (number | string)[];
  /** The error message of a copy, whose typed columns cannot hold rows that an export can write as text. */
  readonly copied?: RegExp;
}

/** Two columns and a geometry, so that a whole answer fits on a line. */
const columns = [
  { name: 'id', type: 'integer' },
  { name: 'name', type: 'text' },
  { name: 'place', type: 'geometry' },
] as const;

const row = (id: number, rest = '') => `{"id":${id},"name":"n${id}","place":null${rest}}`;
const two = envelopeOf(`[${row(1)},${row(2)}]`, { count: '2' });

/** The message for a status. */
function refusedStatus(code: number): RegExp {
  if (code >= 500) return new RegExp(`has a problem of its own \\(status ${code}\\)`);
  if (code >= 400) return new RegExp(`did not accept the request \\(status ${code}\\)`);
  return new RegExp(`answered with status ${code} where 200 was expected|is empty`);
}

type RowsAnswer = (
  address: URL,
  request: IncomingMessage,
  times: number,
) => Parameters<typeof answeringRows>[0] extends (...given: never[]) => infer Given ? Given : never;

const rows = (answer: RowsAnswer) => () => {
  let times = 0;
  return answeringRows(
    (address, request) => {
      times += 1;
      return answer(address, request, times);
    },
    { columns },
  );
};

/** Answers requests for rows by writing to the response, or past it. */
const written = (answer: (response: ServerResponse, address: URL) => void) => (): Variant => ({
  columns,
  intercept(_request, response, address) {
    if (!address.pathname.endsWith('/everything/data/')) return false;
    answer(response, address);
    return true;
  },
});

/** Four rows on two pages; `leads` is the second page's address as the first one has it, in JSON. */
const leading = (leads: (address: URL) => unknown, count = '4') =>
  rows((address) => {
    if (address.searchParams.has('second')) return envelopeOf(`[${row(3)},${row(4)}]`, { count });
    const next = JSON.stringify(leads(address)) ?? 'null';
    return envelopeOf(`[${row(1)},${row(2)}]`, { count, next });
  });

const second = (address: URL) => `${address.origin}${address.pathname}?second=1`;

/** Pages that lead to each other in a circle of some length. */
const circle = (length: number) =>
  rows((address) => {
    const at = Number(address.searchParams.get('at') ?? 0);
    const next = JSON.stringify(`${address.origin}${address.pathname}?at=${(at % length) + 1}`);
    return envelopeOf(`[${row(2 * at + 1)},${row(2 * at + 2)}]`, { count: 'null', next });
  });

const all = [1, 2, 3, 4];

/** Addresses of the next page. */
const leads: Readonly<Record<string, ProtocolViolation>> = {
  'a next page that is a query': { start: leading(() => '?second=1'), outcome: all },
  'a next page that is a path': { start: leading(({ pathname }) => `${pathname}?second=1`), outcome: all },
  'a next page without a scheme': { start: leading((address) => second(address).slice(5)), outcome: all },
  'a next page with a fragment': { start: leading((address) => `${second(address)}#top`), outcome: all },
  'a next page with spaces around': { start: leading((address) => ` ${second(address)}\n`), outcome: all },
  'a next page with a name and a password': {
    start: leading((address) => second(address).replace('//', '//ada:secret@')),
    outcome: all,
  },
  'a next page of another scheme': {
    start: leading(() => 'javascript:alert(1)'),
    outcome: /leads to an address that is not a web address \("javascript:"\)/,
  },
  'a next page over FTP': {
    start: leading((address) => second(address).replace('http', 'ftp')),
    outcome: /not a web address \("ftp:"\)/,
  },
  'a next page within the answer': {
    start: leading(() => 'data:application/json,[]'),
    outcome: /not a web address \("data:"\)/,
  },
  'a next page at port 0': {
    start: leading(() => 'http://127.0.0.1:0/'),
    outcome: /Nothing responds at 127\.0\.0\.1:0/,
  },
  'a next page at a port where nothing is': {
    start: leading(() => 'http://127.0.0.1:1/?second=1'),
    outcome: /Nothing responds at 127\.0\.0\.1:1\./,
  },
  'a next page at a host that is not there': {
    start: leading(() => 'http://nowhere.invalid/'),
    outcome: /no computer named nowhere\.invalid/,
  },
  'a next page that is the word null': {
    start: leading(() => 'null'),
    outcome: /links to a page that does not exist: .*\/data\/null\. It responded identically twice/,
  },
  'a next page that is true': { start: leading(() => true), outcome: /not a usable address: true/ },
  'a next page that is false': {
    start: leading(() => false),
    outcome: /says that there are 4 rows, but returned 2\. It responded identically twice/,
  },
  'a next page that is an object': { start: leading((address) => ({ href: second(address) })), outcome: all },
  'a next page that is a list': { start: leading((address) => [second(address)]), outcome: /not a usable address: \[/ },
  'a next page that is empty': {
    start: leading(() => ''),
    outcome: /says that there are 4 rows, but returned 2\. It responded identically twice/,
  },
  'a next page that is its own': { start: leading(({ href }) => href, 'null'), outcome: /form a loop/ },
  'a next page that is its own but for the fragment': {
    start: leading(({ href }) => `${href}#2`, 'null'),
    outcome: /form a loop/,
  },
  'two pages in a circle': { start: circle(2), outcome: /form a loop/ },
  'three pages in a circle': { start: circle(3), outcome: /form a loop/ },
};

/** Wrong and unusual numbers of rows. */
const counts: Readonly<Record<string, ProtocolViolation>> = {
  'a count beyond all rows': {
    start: rows(() => envelopeOf(`[${row(1)}]`, { count: '9007199254740991' })),
    outcome: /says that there are 9007199254740991 rows, but returned 1\. It responded identically twice/,
  },
  'a count that is null on the second page': {
    start: rows((address) => {
      if (address.searchParams.has('second')) return envelopeOf(`[${row(3)},${row(4)}]`, { count: 'null' });
      return envelopeOf(`[${row(1)},${row(2)}]`, { count: '4', next: `"${second(address)}"` });
    }),
    outcome: all,
  },
  'a count that grows with each answer': {
    start: rows((_address, _request, times) => envelopeOf(`[${row(1)}]`, { count: String(times + 1) })),
    outcome: /says that there are \d rows, but returned 1/,
  },
  'no rows of two': {
    start: rows(() => envelopeOf('[]', { count: '2' })),
    outcome: /says that there are 2 rows, but returned 0\. It responded identically twice/,
  },
  'two rows of none': {
    start: rows(() => envelopeOf(`[${row(1)},${row(2)}]`, { count: '0' })),
    outcome: /says that there are 0 rows, but returned 2\. It responded identically twice/,
  },
};

/** Unexpected forms of rows and values. */
const shapes: Readonly<Record<string, ProtocolViolation>> = {
  'rows without some columns': {
    start: rows(() => envelopeOf('[{"id":1},{"id":2,"name":null}]', { count: '2' })),
    outcome: [1, 2],
  },
  'rows with further members': { start: rows(() => envelopeOf(`[${row(1, ',"more":{"a":[1]}')}]`)), outcome: [1] },
  'rows within an object': {
    start: rows(() => envelopeOf(`[{"row":${row(1)}}]`)),
    outcome: /has none of the columns of this dataset .* It is \{"row": …\}/,
  },
  'rows of several shapes': {
    start: rows(() => envelopeOf(`[${row(1)},[2,"b",null]]`, { count: '2' })),
    outcome: [1, 2],
  },
  'a number that becomes text on the second page': {
    start: rows((address) => {
      if (address.searchParams.has('second'))
        return envelopeOf('[{"id":"three","name":3,"place":null}]', { count: '2' });
      return envelopeOf(`[${row(1)}]`, { count: '2', next: `"${second(address)}"` });
    }),
    outcome: [1, 'three'],
    copied: /not a whole number of 64 bits/,
  },
  'an error with status 200': {
    start: rows(() => '{"detail":"Internal error"}'),
    outcome: /did not respond with a list of rows/,
  },
  'results that are null': {
    start: rows(() => envelopeOf('null', { count: '0' })),
    outcome: /did not respond with a list of rows/,
  },
};

const shaped = (place: string) => rows(() => envelopeOf(`[{"id":1,"name":"a","place":${place}}]`));
const collections = (depth: number) =>
  `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${']}'.repeat(depth)}`;

/** Wrong and unusual geometries. */
const geometries: Readonly<Record<string, ProtocolViolation>> = {
  'a geometry nested 100 deep': { start: shaped(collections(100)), outcome: [1], copied: /This is not a geometry/ },
  'a geometry nested 100,000 deep as text': {
    start: shaped(`"${'GEOMETRYCOLLECTION('.repeat(100_000)}"`),
    outcome: [1],
    copied: /This is not a geometry/,
  },
  'a geometry of an unknown type': {
    start: shaped('{"type":"Nope","coordinates":[1,2]}'),
    outcome: [1],
    copied: /This is not a geometry/,
  },
  'a geometry that is a number': { start: shaped('5'), outcome: [1], copied: /This is not a geometry/ },
  'a geometry whose coordinates are text': {
    start: shaped('{"type":"Point","coordinates":["a","b"]}'),
    outcome: [1],
    copied: /This is not a geometry/,
  },
  'a geometry of NaN as JSON': {
    start: shaped('{"type":"Point","coordinates":[NaN,1]}'),
    outcome: [1],
    copied: /This is not a geometry/,
  },
  'a geometry of NaN as text': { start: shaped('"POINT(NaN NaN)"'), outcome: [1], copied: /This is not a geometry/ },
  'a geometry that is not closed': {
    start: shaped('"POLYGON((0 0,1 0,1 1"'),
    outcome: [1],
    copied: /This is not a geometry/,
  },
  'a ring that is not closed': {
    start: shaped('{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}'),
    outcome: [1],
  },
  'a geometry of 10 MB as text': {
    start: shaped(`"LINESTRING(${'1 2,'.repeat(2_500_000)}3 4)"`),
    outcome: [1],
    copied: /The record is too long/,
  },
};

const json = { 'content-type': 'application/json' };

/** Statuses, types and encodings. */
const answers: Readonly<Record<string, ProtocolViolation>> = {
  'a web page with status 200': {
    start: rows(() => ({ body: '<!doctype html><title>Log in</title>', headers: { 'content-type': 'text/html' } })),
    outcome: /a web page where data was expected/,
  },
  'UTF-16': {
    start: rows(() => ({ body: Buffer.from(`\uFEFF${two}`, 'utf16le') })),
    outcome: /is not JSON; it begins with/,
  },
  'nothing at all': { start: rows(() => ''), outcome: /is empty/ },
  'gzip that is none': {
    start: rows(() => ({ body: two, headers: { 'content-encoding': 'gzip' } })),
    outcome: /compressed in a way that is not supported/,
  },
  'an encoding that nobody knows': {
    start: rows(() => ({ body: two, headers: { 'content-encoding': 'x-secret' } })),
    outcome: /compressed in a way that is not supported/,
  },
  'gzip that is cut off': {
    start: rows(() => ({ body: gzipSync(two).subarray(0, -9), headers: { 'content-encoding': 'gzip' } })),
    outcome: /before its response was complete/,
  },
  'gzip that unpacks to 400 MB': {
    start: rows(() => ({ body: bomb(), headers: { 'content-encoding': 'gzip' } })),
    outcome: /sent more than Almanac accepts in one response \(128 MB\)/,
  },
  'chunks that are cut off': {
    start: written((response) => {
      response.writeHead(200, json);
      response.write(two.slice(0, 40));
      setTimeout(() => response.destroy(), 20);
    }),
    outcome: /before its response was complete/,
  },
  'a length that is too large': {
    start: written((response) => {
      response.writeHead(200, { ...json, 'content-length': two.length + 10 }).write(two);
      setTimeout(() => response.destroy(), 20);
    }),
    outcome: /before its response was complete/,
  },
  'a length that is too small': {
    start: written(({ socket }) =>
      socket?.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${two.length - 10}\r\n\r\n${two}`,
      ),
    ),
    outcome: /is incomplete/,
  },
  'a second answer behind the first': {
    start: written(({ socket }) => {
      const answer = (body: string) =>
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      socket?.write(answer(two) + answer(envelopeOf(`[${row(7)}]`)));
    }),
    outcome: [1, 2],
  },
  'what is no HTTP': {
    start: written(({ socket }) => socket?.end('SSH-2.0-OpenSSH_9\r\n')),
    outcome: /does not speak HTTP/,
  },
  'a head of 1 MB': {
    start: written(({ socket }) =>
      socket?.write(`HTTP/1.1 200 OK\r\n${`X: ${'y'.repeat(1000)}\r\n`.repeat(1000)}\r\n`),
    ),
    outcome: /are longer than Almanac accepts/,
  },
  ...Object.fromEntries(
    [201, 202, 203, 204, 205, 206, 304, 418, 599].map((code) => [
      `the status ${code}`,
      {
        start: rows(() => ({ status: code, body: [204, 205, 304].includes(code) ? '' : two })),
        outcome: refusedStatus(code),
      },
    ]),
  ),
  'a redirect to itself': {
    start: rows(({ href }) => ({ status: 302, body: '', headers: { location: href } })),
    outcome: /It redirects endlessly/,
  },
  'redirects without end': {
    start: rows((_address, _request, times) => ({ status: 307, body: '', headers: { location: `?n=${times}` } })),
    outcome: /It redirects endlessly/,
  },
  'a redirect to nowhere': { start: rows(() => ({ status: 302, body: '' })), outcome: /does not say where to/ },
  'a redirect to what is no address': {
    start: rows(() => ({ status: 302, body: '', headers: { location: 'http://[' } })),
    outcome: /does not say where to/,
  },
  'a redirect with a name and a password': {
    start: rows(({ host }) => ({ status: 302, body: '', headers: { location: `http://ada:secret@${host}/` } })),
    outcome: /This was not found/,
  },
};

let packed: Buffer | null = null;
function bomb(): Buffer {
  packed ??= gzipSync(Buffer.alloc(400_000_000, ' '), { level: 1 });
  return packed;
}

/** Services that each break one rule. */
export const protocolViolations: Readonly<Record<string, ProtocolViolation>> = {
  ...leads,
  ...counts,
  ...shapes,
  ...geometries,
  ...answers,
};
