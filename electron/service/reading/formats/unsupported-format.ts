import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Explanation, explain } from '#shared/failures.ts';
import { IngestError } from '../reading.ts';
import { detectEncoding } from '../values/encoding/detect-encoding.ts';
import { openDocumentKind } from './archive/zip-file.ts';
import { isDuckdb } from './duckdb/duckdb-format.ts';
import { bytesAt } from './file-bytes.ts';
import { preambleOf } from './json/json-outline.ts';
import { isPx } from './pc-axis/px-header.ts';
import { isArrow } from './stated/arrow-file.ts';
import { isDta } from './stated/dta-file.ts';
import { isKml } from './stated/kml-file.ts';
import { isSas7bdat } from './stated/sas7bdat-file.ts';
import { isSav } from './stated/sav-file.ts';
import { isShapefile } from './stated/shapefile.ts';
import { isSqlite } from './stated/sqlite-tables.ts';
import { isXport } from './stated/xport-file.ts';
import signatures from './unsupported-signatures.json' with { type: 'json' };
import { isBinaryWorkbook, textWorkbookOf } from './workbook/xls/binary-workbook.ts';

const headBytes = 8192;

/** Bytes at the beginning of a file or at another position, from the formats' documentation, and what to say of it. */
interface Signature {
  /** One character per byte. */
  readonly bytes: string;
  readonly at?: number;
  readonly code: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** Formats of text: the beginning of their first line that is not a comment, and a line further down. */
const textFormats: readonly { readonly first: RegExp; readonly further: RegExp; readonly format: string }[] = [
  { first: /^@relation\s/i, further: /^@attribute\s/im, format: 'ARFF' },
  { first: /^@prefix\s[^<]*<[^>]*>\s*\.\s*$/, further: /^[^#@\s].*[.;,]\s*$/m, format: 'RDF (Turtle)' },
  {
    first: /^(?:CREATE TABLE|DROP TABLE|INSERT INTO|SET \w+ ?=)/i,
    further: /^(?:CREATE TABLE|INSERT INTO|COPY) /im,
    format: 'SQL',
  },
  {
    first: /^(?:From|To|Return-Path|Received|Delivered-To|Date|Subject|MIME-Version|Message-ID): /i,
    further: /\n(?:From|To|Date|Subject|Message-ID|MIME-Version): /i,
    format: 'e-mail (.eml)',
  },
  { first: /^(?:---\s*|[A-Za-z_][\w-]*:\s*)$/, further: /^(?: *- +\S| +[\w-]+: )/m, format: 'YAML' },
];

/** Control characters other than ASCII's separators; including line feeds, which the separators replace. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const otherControls = /[\0-\x08\n\x0e-\x1d]/;

function explainText(head: string): Explanation | null {
  // Its texts may have the words of a programming language.
  if (isPx(head)) return null;
  // JSON as an argument of a function, or the value of a variable.
  if (preambleOf(Buffer.from(head)).trailer !== '') return null;
  // ASCII has its own separators for fields and records, which few programs write. Binary files contain them too.
  if (head.includes('\x1f') && head.includes('\x1e') && !otherControls.test(head))
    return explain('of-text-format', { format: 'ASCII (1F, 1E)' });
  const lines = head.replace(/^\xef\xbb\xbf/, '').split(/\r?\n/, maxComments);
  const first = lines.find((line) => line.trim() !== '' && !/^(?:--|%|#|\/\*)/.test(line));
  const found =
    first === undefined ? undefined : textFormats.find((one) => one.first.test(first) && one.further.test(head));
  if (found !== undefined) return explain('of-text-format', { format: found.format });
  // A notebook's members are sorted by their names (nbformat 4, "The notebook file format").
  if (/^\s*\{\s*"cells"\s*:\s*\[\s*\{/.test(head) && head.includes('"cell_type"'))
    return explain('of-text-format', { format: 'Jupyter (.ipynb)' });
  return null;
}

/** Lines of comments that a text may begin with. */
const maxComments = 50;

/** Signatures of letters that a text header may begin with too: the following bytes decide. */
function explainLetters(head: string): Explanation | null {
  // The length of an encrypted part follows, in four bytes of which the last are 0 (Parquet, "Modular Encryption").
  if (head.startsWith('PARE') && head.slice(4, 12).includes('\0')) return explain('of-encrypted-parquet');
  if (head.startsWith('BZh') && head.startsWith('1AY&SY', 4)) return explain('of-archive', { kind: 'bzip2' });
  if (/^MIME-Version: 1\.0\s/i.test(head) && /^Content-Type: multipart\/related/im.test(head))
    return explain('of-web-page');
  if (head.slice(0, 1024).includes('ASCII SPSS PORT FILE'))
    return explain('of-statistics-program', { program: 'SPSS' });
  return explainText(head);
}

/** Formats that begin with numbers, recognised by the range of these. */
function explainNumbers(head: string): Explanation | null {
  const byte = (at: number) => (at < head.length ? head.charCodeAt(at) : -1);
  return isDbase(byte) ? explain('of-database', { kind: 'dBase' }) : null;
}

const dbaseVersions = new Set([0x02, 0x03, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8b, 0x8e, 0xcb, 0xe5, 0xf5, 0xfb]);

/**
 * Whether a file begins as one of dBase: version, date of the last change, and a header that ends with a carriage
 * return after the field descriptions, of 32 bytes each.
 */
function isDbase(byte: (at: number) => number): boolean {
  if (!dbaseVersions.has(byte(0)) || byte(2) > 12 || byte(3) > 31) return false;
  const headerBytes = byte(8) + 256 * byte(9);
  if (headerBytes < 33) return false;
  const fields = Math.floor((headerBytes - 33) / 32);
  return Array.from({ length: fields + 1 }, (_, at) => fields - at).some((count) => byte(32 + 32 * count) === 0x0d);
}

/** @throws {IngestError} naming the format of an unsupported file, and what to do */
export async function refuseUnsupportedFormat(path: string): Promise<void> {
  if (basename(path).startsWith('~$')) throw new IngestError(explain('of-lock-file'));
  const bytes = await bytesAt(path, 0, headBytes);
  const words = isBinaryWorkbook(bytes) ? await explainCompoundFile(path) : explainHead(bytes);
  if (words !== null) throw new IngestError(words);
}

/** What an unsupported file is by its first bytes; null if it may be supported. */
function explainHead(bytes: Buffer): Explanation | null {
  if ([isArrow, isSqlite, isDuckdb, isSav, isDta, isXport, isSas7bdat, isShapefile].some((is) => is(bytes)))
    return null;
  const head = bytes.toString('latin1');
  const text = textOf(bytes);
  return (
    bySignature(head) ??
    explainLetters(text) ??
    explainNumbers(head) ??
    explainMarkup(text) ??
    explainZip(bytes) ??
    (isEbcdic(bytes) ? explain('of-ebcdic') : null) ??
    explainBinary(bytes)
  );
}

function bySignature(head: string): Explanation | null {
  const found = (signatures as readonly Signature[]).find(({ bytes, at = 0 }) => head.startsWith(bytes, at));
  return found === undefined ? null : ({ code: found.code, values: found.values ?? {} } as Explanation);
}

/**
 * Whether nearly all bytes are letters, digits, spaces and usual signs of EBCDIC (code page 037), and hardly any are
 * spaces or line ends of ASCII.
 */
function isEbcdic(head: Buffer): boolean {
  if (head.length < 32) return false;
  const count = (is: (byte: number) => boolean) => head.filter(is).length / head.length;
  const isAlphanumeric = (byte: number) =>
    byte >= 0x81 && (byte & 0x0f) <= 9 && ((byte >= 0xf0 && byte <= 0xf9) || ((byte & 0x0f) > 0 && byte < 0xea));
  const isSign = (byte: number) => ebcdicSigns.includes(byte);
  const letters = count(isAlphanumeric);
  const spaces = count((byte) => byte === 0x40);
  const ofAscii = count((byte) => byte === 0x20 || byte === 0x0a || byte === 0x2c);
  return letters > 0.3 && ofAscii < 0.002 && letters + spaces + count(isSign) > 0.95;
}

/** Line ends, and signs such as the point, brackets, the slash and the comma. */
const ebcdicSigns = Buffer.from('15250d4b4d505a5b5c5d5e60616b6d6f7a7b7c7d7e7f', 'hex');

/** Stream names of a compound file that identify it. */
const streams = [
  { name: Buffer.from('EncryptedPackage', 'utf16le'), words: () => explain('of-protected-workbook') },
  { name: Buffer.from('WordDocument', 'utf16le'), words: () => explain('of-document', { kind: '.doc' }) },
  { name: Buffer.from('PowerPoint Document', 'utf16le'), words: () => explain('of-document', { kind: '.ppt' }) },
];

/** Old and password-protected workbooks are in the same container ([MS-CFB], [MS-OFFCRYPTO] 2.3). */
async function explainCompoundFile(path: string): Promise<Explanation | null> {
  const { size } = await stat(path);
  // The directory may be anywhere, in sectors of 512 bytes or more: both ends are searched for its names.
  for (const start of [0, Math.max(0, size - directoryBytes)]) {
    const directory = await bytesAt(path, start, directoryBytes);
    const found = streams.find(({ name }) => directory.includes(name));
    if (found !== undefined) return found.words();
  }
  return null;
}

const directoryBytes = 2 ** 20;

/** A beginning as text, if it is one, without a byte order mark. */
function textOf(head: Buffer): string {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return head.toString('utf16le', 2);
  if (first === 0xfe && second === 0xff)
    return Buffer.from(head.subarray(0, head.length & ~1))
      .swap16()
      .toString('utf16le', 2);
  return head.toString('latin1').replace(/^(?:\xef\xbb\xbf)+/, '');
}

const markups: readonly (readonly [root: RegExp, words: () => Explanation])[] = [
  [
    /<office:document\s[^>]*opendocument\.spreadsheet|<office:document\s/,
    () => explain('of-spreadsheet', { format: 'OpenDocument (.fods)' }),
  ],
  [/<gpx[\s>]/, () => explain('of-geodata', { kind: 'GPX' })],
  [/<(?:\w+:)?featurecollection[\s>]|opengis\.net\/gml/, () => explain('of-geodata', { kind: 'GML' })],
];

function explainMarkup(text: string): Explanation | null {
  const start = text.trimStart().slice(0, markupLetters).toLowerCase();
  if (textWorkbookOf(text) !== null || isKml(text)) return null;
  if (!/^<(?:\?xml[\s?]|!--|gpx[\s>])/.test(start)) return null;
  return markups.find(([root]) => root.test(start))?.[1]() ?? explain('of-markup');
}

/** Characters that are examined: comments and namespaces may precede what identifies a document. */
const markupLetters = 2048;

/** How supported binary files begin: compressed files and Parquet. */
const binaryFormats = ['\x1f\x8b', '\x28\xb5\x2f\xfd', 'PK', 'PAR1'];
/** Fewer bytes are not conclusive; of more, a small share may be control characters that texts rarely have. */
const fewBytes = 64;
const bytesAControl = 20;

/** Bytes that no text contains in any encoding, except those used as field separators. */
function isControl(byte: number): boolean {
  return (byte <= 8 && (byte === 0 || byte > 3)) || (byte >= 0x0e && byte <= 0x19);
}

function explainBinary(head: Buffer): Explanation | null {
  if (head.length > 0 && head.every((byte) => byte === 0)) return explain('of-zeros');
  const start = head.toString('latin1', 0, 4);
  if (head.length < fewBytes || binaryFormats.some((signature) => start.startsWith(signature))) return null;
  const controls = head.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0);
  if (controls * bytesAControl <= head.length) return null;
  // In UTF-16 any byte may be half of a letter.
  return /^utf-(?:16|32)/.test(detectEncoding(head).name) ? null : explain('of-binary');
}

/** Of OpenDocument files, only spreadsheets contain tables alone. */
function explainZip(head: Buffer): Explanation | null {
  const kind = openDocumentKind(head);
  return kind === null || kind === 'spreadsheet' ? null : explain('of-document', { kind: 'OpenDocument' });
}
