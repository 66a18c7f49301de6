import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The stem of an image file's name: 8 random hexadecimal digits, 8 derived from them that mark this form, and the
 * CRC-32 of the content. So a file can be verified by its name alone, and a name always has the same content. Names of
 * an older form, 24 random digits, carry no checksum.
 */
const stem = /^([0-9a-f]{8})([0-9a-f]{8})([0-9a-f]{8})$/;

const mark = (random: string) => hexadecimal(crc32(`almanac image ${random}`));
const hexadecimal = (value: number) => value.toString(16).padStart(8, '0');

/** The part that the names of an image and of its smaller versions have in common. */
export function newSetName(): string {
  const random = randomBytes(4).toString('hex');
  return random + mark(random);
}

/** The stem of the file of this content within a set. */
export function stemOf(set: string, content: Uint8Array): string {
  return set + hexadecimal(crc32(content));
}

/**
 * Whether the content is the one stored under this name. Without a checksum in the name, the content must at least be
 * complete.
 * @param name of the file, without its folder
 */
export function isIntact(name: string, content: Buffer): boolean {
  const [base = '', ending = ''] = name.split('.');
  const [, random = '', marked = '', checksum = ''] = stem.exec(base) ?? [];
  if (content.length === 0) return false;
  if (random !== '' && mark(random) === marked) return hexadecimal(crc32(content)) === checksum;
  return isComplete(ending, content);
}

const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');
const jpegEnd = Buffer.from('ffd9', 'hex');

function isComplete(ending: string, content: Buffer): boolean {
  switch (ending) {
    case 'png':
      return content.includes(pngEnd, content.length - 64);
    case 'jpg':
      return content.readUInt16BE(0) === 0xffd8 && content.lastIndexOf(jpegEnd) > 2;
    case 'webp':
      return content.length > 12 && content.toString('latin1', 0, 4) === 'RIFF' && riffEnd(content) <= content.length;
    default:
      return false;
  }
}

function riffEnd(content: Buffer): number {
  return content.readUInt32LE(4) + 8;
}
