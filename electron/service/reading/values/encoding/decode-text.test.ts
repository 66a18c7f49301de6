import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { openTestStore, refusalOf, type TestStore } from '../../../rows/testing/test-store.ts';
import { TextDecoding } from './to-utf8.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const lone = String.fromCharCode(0xd800);
const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

describe('bytes that are not characters', () => {
  it.each([
    ['half a character in UTF-16', utf16(`a,b\n1,x${lone}y\n`, false), 'csv'],
    ['the same the other way round', utf16(`a,b\n1,x${lone}y\n`, true), 'csv'],
    ['the same compressed', gzipSync(utf16(`a,b\n1,"x${lone}"\n`, false)), 'csv'],
    ['half a character in NDJSON', utf16(`{"a":1}\n{"a":"x${lone}y"}\n`, false), 'ndjson'],
    ['half a character in JSON', utf16(`[{"a":1},\n{"a":"x${lone}y"}]`, true), 'json'],
  ] as const)('are refused with their line: %s', async (_, bytes, format) => {
    const { message } = await refusalOf(store.take(bytes, { format }));
    expect(message).toMatch(/^Line 2 has bytes that are not characters in utf-16/);
  });

  it('are replaced, with a note, in an encoding that the user states', async () => {
    const bytes = Buffer.concat([Buffer.from('a,b\n1,ä'), Buffer.from([0xff, 0xfe]), Buffer.from('\n')]);
    const version = await store.take(bytes, { encoding: 'utf-8' });
    expect(version.conversions.map(englishText).join()).toMatch(
      /text read as utf-8; 2 characters could not be read and are now U\+FFFD, the first in line 2/,
    );
    const header = Buffer.concat([Buffer.from('a'), Buffer.from([0xff]), Buffer.from(',b\n1,2\n')]);
    const named = await store.take(header, { encoding: 'utf-8' });
    expect(named.conversions.map(englishText).join()).toMatch(/^1 character could not be read as utf-8 .* line 1/);
  });

  it('are refused in a header of unknown encoding, or read in the likely one', async () => {
    const torn = Buffer.concat([Buffer.from('größe,'), Buffer.from([0xc3]), Buffer.from('b\nä,2\nö,3\nü,4\n')]);
    expect((await refusalOf(store.take(torn, {}))).message).toMatch(/1 line is not valid UTF-8, the first is line 1/);
    const latin = await store.take(Buffer.from('gr\xf6\xdfe,fl\xe4che\n1,2\n', 'latin1'), {});
    expect(latin.columns.map(({ name }) => name)).toEqual(['größe', 'fläche']);
  });

  it('do not make an ASCII text look like UTF-16 because a single line contains NUL', async () => {
    const lines = Array.from({ length: 500 }, (_, at) => `${at},2020-01-01\n`).join('');
    const bytes = Buffer.concat([
      Buffer.from(`n,day\n${lines}`),
      Buffer.from([0x31, 0x2c, 0, 0xff, 0x0a]),
      Buffer.from(lines),
    ]);
    const { message } = await refusalOf(store.take(bytes, {}));
    expect(message).toMatch(/1 line is not valid UTF-8, the first is line 502/);
  });

  it.each(['utf-16le', 'utf-16be', 'utf-8', 'shift_jis'])(
    'do not result from splitting a character of %s between pieces',
    (encoding) => {
      const text = encoding === 'shift_jis' ? '\u65e5\u672c\n' : 'a\u{1f600}\u{10ffff}\n';
      const bytes = iconv.encode(text, encoding);
      for (let at = 1; at < bytes.length; at += 1) {
        const decoding = new TextDecoding(encoding);
        const parts = [decoding.write(bytes.subarray(0, at)), decoding.write(bytes.subarray(at)), decoding.end()];
        expect([Buffer.concat(parts).toString('utf8'), decoding.lost]).toEqual([text, null]);
      }
    },
  );
});
