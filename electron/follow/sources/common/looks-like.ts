import { formatOfAddress, formatOfFile } from './formats.ts';

/** What the first bytes of an answer are; `other`: nothing that can be published. */
export type Look =
  | 'zip'
  | 'xlsx'
  | 'xls'
  | 'ods'
  | 'gzip'
  | 'zstd'
  | 'parquet'
  | 'json'
  | 'text'
  | 'page'
  | 'empty'
  | 'other';

const startsWith = (bytes: Buffer, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);

/** Recognises the kind of a file by its first bytes, because types and names on the web are often wrong. */
export function looksLike(bytes: Buffer, contentType: string): Look {
  if (bytes.length === 0) return 'empty';
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    const names = bytes.toString('latin1');
    if (names.includes('mimetypeapplication/vnd.oasis.opendocument.spreadsheet')) return 'ods';
    return /\[Content_Types\]\.xml|\bxl\//.test(names) ? 'xlsx' : 'zip';
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return 'xls';
  if (startsWith(bytes, 0x1f, 0x8b)) return 'gzip';
  if (startsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd)) return 'zstd';
  if (bytes.subarray(0, 4).toString('latin1') === 'PAR1') return 'parquet';
  const isWide = startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff);
  if (!isWide && bytes.includes(0)) return 'other';
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('%PDF-')) return 'other';
  if (/^<(!doctype\s+html|html|head|body|script|meta|title)\b/i.test(text)) return 'page';
  if (/^<!--/.test(text) && /<html\b/i.test(text)) return 'page';
  if (text.startsWith('<')) return /html/i.test(contentType) ? 'page' : 'other';
  return /^[[{]/.test(text) ? 'json' : 'text';
}

/** Types that servers send for files of other formats too. */
const vague: ReadonlySet<string> = new Set(['', 'text/plain', 'application/vnd.ms-excel', 'application/zip']);

const byLook: Partial<Readonly<Record<Look, string>>> = {
  parquet: '.parquet',
  xlsx: '.xlsx',
  xls: '.xls',
  ods: '.ods',
  json: '.json',
  zip: '.zip',
  text: '.csv',
};

/** The extension that a file without a telling name gets; empty if none fits. */
export function extensionFor(look: Look, contentType: string): string {
  const format = vague.has(contentType) ? null : formatOfFile(contentType);
  return format?.extension ?? byLook[look] ?? '';
}

/** The format as a person would say it; null if it is unknown. */
export function formatTitle(name: string, look: Look, contentType: string): string | null {
  const format = formatOfAddress(name) ?? formatOfFile(extensionFor(look, contentType));
  return format?.label ?? (look === 'zip' ? 'ZIP' : null);
}
