import { expect, test } from 'vitest';
import { withPngText } from './png-text.ts';

/** A picture of one transparent point. */
const point = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

test('texts of every script stand behind the header, and the rest stays as it was', () => {
  const png = Buffer.from(withPngText(point, { Title: 'Größe 東京', URL: 'almanac://open?a' }), 'base64');
  const before = Buffer.from(point, 'base64');
  expect(png.subarray(0, 33)).toEqual(before.subarray(0, 33));
  const length = png.readUInt32BE(33);
  const content = png.subarray(37, 41 + length);
  expect(content.toString()).toBe('iTXtTitle\0\0\0\0\0Größe 東京');
  const second = 33 + 12 + length;
  expect(png.toString('utf8', second + 4, second + 11)).toBe('iTXtURL');
  expect(png.subarray(second + 12 + png.readUInt32BE(second))).toEqual(before.subarray(33));
});

test('the checksum of a text is that of the format', () => {
  const png = Buffer.from(withPngText(point, { Title: 'PngSuite' }), 'base64');
  const length = png.readUInt32BE(33);
  // Calculated by zlib: crc32(b"iTXtTitle\0\0\0\0\0PngSuite").
  expect(png.readUInt32BE(41 + length).toString(16)).toBe('309a7504');
});
