import { describe, expect, test } from 'vitest';
import { unpackRdc, unpackRle } from './sas7bdat-file.ts';

const text = (bytes: Buffer) => bytes.toString('latin1');
const letters = (count: number) => Array.from({ length: count }, (_, at) => 0x61 + (at % 26));
const spelt = (count: number) => Buffer.from(letters(count)).toString('latin1');

describe('a row packed by the length of runs', () => {
  test.each<[string, number[], string]>([
    ['up to 16 bytes as they are', [0x82, ...letters(3)], 'abc'],
    ['up to 32 bytes as they are', [0x90, ...letters(17)], spelt(17)],
    ['up to 48 bytes as they are', [0xa1, ...letters(34)], spelt(34)],
    ['up to 64 bytes as they are', [0xb0, ...letters(49)], spelt(49)],
    ['more bytes as they are', [0x00, 1, ...letters(65)], spelt(65)],
    ['a byte several times', [0xc2, 0x78], 'xxxxx'],
    ['a byte many times', [0x40, 2, 0x78], 'x'.repeat(20)],
    ['a few blanks', [0xe1], '   '],
    ['many blanks', [0x60, 3], ' '.repeat(20)],
    ['a few at signs', [0xd0], '@@'],
    ['a few zeros', [0xf1], '\0\0\0'],
    ['many zeros', [0x71, 0], '\0'.repeat(273)],
    ['several parts', [0x80, 0x61, 0xe0, 0x80, 0x62], 'a  b'],
  ])('has %s', (_, packed, expected) => {
    expect(text(unpackRle(Buffer.from(packed), expected.length))).toBe(expected);
  });

  test('has the size of a row, whatever else it says', () => {
    expect(text(unpackRle(Buffer.from([0x60, 255]), 3))).toBe('   ');
    expect(text(unpackRle(Buffer.from([0x82, 0x61]), 3))).toBe('a\0\0');
  });
});

describe('a row packed by Ross', () => {
  const packed = (bits: number, ...bytes: number[]) => Buffer.from([bits >> 8, bits & 0xff, ...bytes]);

  test.each<[string, Buffer, string]>([
    ['bytes as they are', packed(0, ...letters(5)), 'abcde'],
    ['a byte several times', packed(0x8000, 0x01, 0x78), 'xxxx'],
    ['a byte many times', packed(0x8000, 0x11, 0x01, 0x78), 'x'.repeat(36)],
    ['a short repetition of what is there', packed(0x1000, ...letters(3), 0x30, 0), 'abcabc'],
    ['a long repetition of what is there', packed(0x1000, ...letters(3), 0x20, 0, 2), `abc${'abc'.repeat(6)}`],
    ['more than sixteen parts', Buffer.from([0, 0, ...letters(16), 0x80, 0, 0x00, 0x78]), `${spelt(16)}xxx`],
  ])('has %s', (_, bytes, expected) => {
    expect(text(unpackRdc(bytes, expected.length))).toBe(expected);
  });

  test('has the size of a row, whatever else it says', () => {
    expect(text(unpackRdc(packed(0x8000, 0x1f, 0xff, 0x78), 3))).toBe('xxx');
    expect(text(unpackRdc(packed(0x8000, 0x30, 0), 3))).toBe('\0\0\0');
  });
});
