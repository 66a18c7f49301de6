import crc32 from 'crc-32';

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
  return base64([bytes.subarray(0, start), ...chunks, bytes.subarray(start)]);
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

function base64(parts: readonly Uint8Array[]): string {
  const letters: string[] = [];
  for (const part of parts) {
    for (let at = 0; at < part.length; at += 30_000)
      letters.push(String.fromCharCode(...part.subarray(at, at + 30_000)));
  }
  return btoa(letters.join(''));
}
