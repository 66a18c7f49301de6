import assert from 'node:assert/strict';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { formatOpenLink, parseOpenLink } from '#shared/open-link.ts';
import { readGeometry } from '../../../electron/connector/cells/cells.ts';
import { servicePlacesFor } from '../../../electron/connector/discovery/address.ts';
import { ServiceError } from '../../../electron/connector/errors.ts';
import { readJson } from '../../../electron/connector/http/answers/get-json.ts';
import { nextAddress, readPage } from '../../../electron/connector/paging/page-answer.ts';
import { exactText, LossyJsonError, parseExactly } from '../../../electron/lib/exact-json.ts';
import { geometryText } from '../../../electron/service/geometry/geometry-text.ts';
import { toWellKnownBinary } from '../../../electron/service/reading/formats/json/geometry/well-known-binary.ts';
import { bytesOf, type FuzzTarget, textOf, unlessNamed } from '../fuzz-target.ts';

/** JSON of other services, which must not lose a digit. */
export const exactJson: FuzzTarget = {
  seeds: () =>
    bytesOf(
      '{"a":[1,2.5,"x",null,true],"n":9007199254740993}',
      '[1e5,-0,NaN,Infinity,"\\ud83d\\ude00"]',
      '{"a":{"a":1}}',
    ),
  words: ['9007199254740993', '-0', '1e400', '\\u0000', '"a":', 'NaN', '-Infinity'],
  run(bytes) {
    const text = textOf(bytes);
    for (const [integer] of text.matchAll(/-?[1-9]\d{14,60}/g)) assert.equal(exactText(parseExactly(integer)), integer);
    try {
      const value = parseExactly(text);
      const written = exactText(value);
      assert.equal(exactText(parseExactly(written)), written);
    } catch (error) {
      unlessNamed(error, SyntaxError, LossyJsonError);
    }
  },
};

/** Geometries in every form that services use, and our binary form of them. */
export const geometries: FuzzTarget = {
  seeds: () =>
    bytesOf(
      'POINT (13.7 51)',
      'SRID=4326;MULTIPOLYGON Z (((0 0 1,1 0 1,1 1 1,0 0 1),(0 0 1,1 0 1,1 1 1,0 0 1)))',
      'GEOMETRYCOLLECTION (POINT EMPTY, LINESTRING M (1 2 3, 4 5 6))',
      '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}',
      '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2,3]}]}',
      '0101000000000000000000F03F0000000000000040',
      '0x0103000020E610000001000000040000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F000000000000F03F00000000000000000000000000000000',
    ),
  words: [
    'POINT',
    'EMPTY',
    'ZM',
    '"type":',
    '"coordinates":',
    '"geometries":',
    'MULTIPOINT',
    'SRID=3857;',
    '00000000',
    '01',
  ],
  run(bytes) {
    const geometry = readGeometry(textOf(bytes));
    if (geometry === null) return;
    const binaryOf = (value: unknown) => {
      try {
        return Buffer.from(toWellKnownBinary(value, { project: null, beyond: false }));
      } catch (error) {
        unlessNamed(error, ExplainedError);
        return null;
      }
    };
    const once = binaryOf(geometry);
    if (once === null) return;
    const again: unknown = JSON.parse(geometryText(once));
    if (again !== null) assert.deepEqual(binaryOf(again), once);
  },
};

/** Links that open a view. */
export const links: FuzzTarget = {
  seeds: () =>
    bytesOf(
      'almanac://open',
      'almanac://open?service=http%3A%2F%2F127.0.0.1%3A8000%2F&namespace=n&dataset=d&view=year__gte%3D1990%26ordering%3D-a',
      'almanac://open?namespace=n&dataset=d&chart=%7B%22kind%22%3A%22bar%22%7D',
    ),
  words: ['service=', 'namespace=', 'dataset=', 'view=', 'chart=', '%26', '%3D', 'https%3A%2F%2F'],
  run(bytes) {
    try {
      const link = parseOpenLink(textOf(bytes));
      assert.deepEqual(parseOpenLink(formatOpenLink(link)), link);
    } catch (error) {
      unlessNamed(error, ExplainedError);
    }
  },
};

/** Addresses as users paste them. */
export const addresses: FuzzTarget = {
  seeds: () =>
    bytesOf(
      'example.org',
      'http://127.0.0.1:8000/api/v1/',
      '<https://user:pw@example.org:443/a/b?c#d>',
      '[::1]:80/x',
      '“müller.example”',
    ),
  words: ['https://', 'http:', '//', '@', ':80', ':443', '[::1]', 'xn--', '/api/', '%2f'],
  run(bytes) {
    try {
      const { origins, paths } = servicePlacesFor(textOf(bytes));
      for (const origin of origins) for (const path of paths) new URL(path, origin);
    } catch (error) {
      unlessNamed(error, ServiceError);
    }
  },
};

/** Pages of lists, in whatever form services send them. */
export const pages: FuzzTarget = {
  seeds: () =>
    bytesOf(
      '{"count":2,"next":"http://a.example/?offset=1","previous":null,"results":[{"a":1},{"a":2}]}',
      '[{"a":1}]',
      '{"type":"FeatureCollection","features":[],"numberMatched":3,"links":[{"rel":"next","href":"?page=2"}]}',
      '<!doctype html><p>Log in',
      '{"results":{"type":"FeatureCollection","features":[]},"links":{"next":"/x"}}',
    ),
  words: [
    '"count":',
    '"next":',
    '"results":',
    '"features":',
    '"links":',
    '"href":',
    '"rel":"next"',
    'FeatureCollection',
    'total',
  ],
  run(bytes) {
    const address = new URL('http://a.example/api/v1/namespaces/n/datasets/d/data/');
    const incoming = { header: () => 'application/json', bytes: Buffer.from(bytes), isUtf8: true };
    try {
      const value = readJson(textOf(bytes), incoming, address, (text) => text);
      const answer = { value, address, signedIn: false, etag: null, quotable: (text: string) => text };
      nextAddress(readPage(answer), answer, (next, from) =>
        URL.canParse(next, from.href) ? new URL(next, from) : null,
      );
    } catch (error) {
      unlessNamed(error, ServiceError);
    }
  },
};
