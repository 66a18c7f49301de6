import crc32 from 'crc-32';
import { base64OfBytes } from '../../../lib/groups/table-text.ts';

/** Bytes before the first chunk (PNG, third edition, 5.2), and of the header chunk with its length, name and checksum. */
const [signatureBytes, headerBytes] = [8, 25];

/**
 * A PNG picture with texts in it, as `iTXt` chunks behind its header (PNG, third edition, 11.3.3.4).
 * @param png as base64
 * @param texts by their keyword
 */
export function withPngText(png: string, texts: Readonly<Record<string, string>>): string {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const start = signatureBytes + headerBytes;
  const chunks = Object.entries(texts).map(([keyword, text]) => textChunk(keyword, text));
  return base64OfBytes([bytes.subarray(0, start), ...chunks, bytes.subarray(start)]);
}

function textChunk(keyword: string, text: string): Uint8Array {
  // No compression, no language, no translated keyword.
  const content = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(content.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length - 4);
  chunk.set(content, 4);
  view.setInt32(content.length + 4, crc32.buf(content));
  return chunk;
}
