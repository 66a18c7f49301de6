import { createReadStream } from 'node:fs';
import { isUtf8Name, lostCharactersError, TextDecoding } from '../../values/encoding/to-utf8.ts';

/** A text file and its encoding. */
export interface TextFile {
  readonly path: string;
  readonly encoding: string;
}

/** The bytes of a text in UTF-8, piece by piece. @throws {IngestError} for bytes that are no characters */
export async function* readText({ path, encoding }: TextFile): AsyncGenerator<Buffer> {
  const pieces = createReadStream(path, { highWaterMark: 1 << 18 });
  if (isUtf8Name(encoding)) {
    for await (const piece of pieces) yield piece as Buffer;
    return;
  }
  const decoding = new TextDecoding(encoding);
  const checked = (bytes: Buffer) => {
    if (decoding.lost !== null) throw lostCharactersError(decoding.lost, encoding);
    return bytes;
  };
  for await (const piece of pieces) yield checked(decoding.write(piece as Buffer));
  yield checked(decoding.end());
}

/** Number of bytes shown on either side of a position. */
const excerptBytes = 30;

/** A position in a text for the user: the column in characters, from 1, and an excerpt. */
export interface TextPlace {
  readonly column: number;
  readonly excerpt: string;
}

/** The excerpt around a byte of a line. @param line the line's bytes, at least up to the position */
export function placeIn(line: Buffer, at: number): TextPlace {
  const column = characters(line.subarray(0, at)) + 1;
  const end = line.indexOf(0x0a, at);
  const last = Math.min(end < 0 ? line.length : end, at + excerptBytes);
  const first = Math.max(0, at - excerptBytes);
  const shown = line
    .toString('utf8', first, last)
    .replace(/\r$/, '')
    .replace(/^\uFFFD{1,3}|\uFFFD{1,3}$/g, '');
  const visible = shown.replace(/\p{Cc}/gu, (character) =>
    String.fromCharCode(0x2400 + (character.charCodeAt(0) % 0x20)),
  );
  return {
    column,
    excerpt: `${first > 0 ? '…' : ''}${visible}${last < line.length && line[last] !== 0x0a ? '…' : ''}`,
  };
}

function characters(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) count += 1;
  return count;
}

/** Reads a text again for the excerpt around a byte, with offsets in bytes of its UTF-8. */
export async function findPlace(file: TextFile, lineStart: number, offset: number): Promise<TextPlace> {
  const near: Buffer[] = [];
  const windowStart = Math.max(lineStart, offset - 4 * excerptBytes);
  let before = 0;
  let at = 0;
  for await (const piece of readText(file)) {
    const end = at + piece.length;
    if (end > lineStart) before += characters(piece.subarray(Math.max(0, lineStart - at), Math.max(0, offset - at)));
    if (end > windowStart)
      near.push(piece.subarray(Math.max(0, windowStart - at), Math.max(0, offset + 4 * excerptBytes - at)));
    at = end;
    if (at > offset + 4 * excerptBytes) break;
  }
  const around = placeIn(Buffer.concat(near), offset - windowStart);
  const cut = windowStart > lineStart && !around.excerpt.startsWith('…') ? '…' : '';
  return { column: before + 1, excerpt: `${cut}${around.excerpt}` };
}
