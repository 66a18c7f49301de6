import chardet from 'chardet';

/** The encoding of a text, and the bytes at its start that only tell of it. */
export interface TextEncoding {
  readonly name: string;
  /** Length of the byte order mark; 0 where there is none. */
  readonly mark: number;
}

const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Valid UTF-8, but for a character that the end of the piece cuts through. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Every other byte of mostly Latin text in UTF-16 is zero. */
function looksLikeUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length, 2048) & ~1;
  if (length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const half = length / 2;
  if (odd > half * 0.4 && even < half * 0.05) return 'utf-16le';
  return even > half * 0.4 && odd < half * 0.05 ? 'utf-16be' : null;
}

/** Valid UTF-8 is UTF-8; only other bytes are guessed at. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return { name: marked[0], mark: marked[1].length };
  const wide = looksLikeUtf16(bytes);
  if (wide !== null) return { name: wide, mark: 0 };
  if (isUtf8(bytes)) return { name: 'utf-8', mark: 0 };
  const guessed = (chardet.detect(bytes) ?? 'windows-1252').toLowerCase();
  // What is called Latin-1 is Windows' extension of it nearly always, and never less.
  return { name: guessed === 'iso-8859-1' || guessed === 'ascii' ? 'windows-1252' : guessed, mark: 0 };
}
