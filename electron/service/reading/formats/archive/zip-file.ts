import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { explain } from '#shared/failures.ts';
import type { WorkbookFormat } from '#shared/source-formats.ts';
import { IngestError } from '../../reading.ts';
import { assertGrowth } from './growth-limit.ts';

/** A file in an archive. */
export interface ZipPart {
  readonly name: string;
  /** Unpacked size according to the archive. */
  readonly bytes: number;
  /** Reads its unpacked bytes, never more than `bytes`. @throws {IngestError} if that exceeds its limit */
  read(): Promise<Readable>;
}

/** The files of an archive, without folders. */
export interface ZipParts {
  readonly parts: readonly ZipPart[];
  /** A file by name; if there is none, by a name that differs only in case. */
  find(name: string): ZipPart | undefined;
  close(): void;
}

/** More files than any data archive has; the list is held in memory. */
const maxParts = 100_000;

function openFile(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, strictFileNames: false };
    yauzl.open(path, options, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      if (entries.length > maxParts) reject(new Error('It contains too many files.'));
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

/** Names of unsupported compression methods (APPNOTE 4.4.5). */
const methods: Readonly<Record<number, string>> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'xz',
  98: 'PPMd',
};
const stored = 0;
const deflated = 8;

function readEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  const { fileName: name, compressionMethod } = entry;
  if (entry.isEncrypted()) throw new IngestError(explain('archive-encrypted', { name }));
  if (compressionMethod !== stored && compressionMethod !== deflated) {
    const method = methods[compressionMethod] ?? `method ${compressionMethod}`;
    throw new IngestError(explain('archive-method', { name, method }));
  }
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(damaged(error)) : resolve(checked(stream, entry))));
  });
}

function damaged(error: Error): IngestError {
  return error instanceof IngestError ? error : new IngestError(explain('file-damaged', { said: error.message }));
}

/** Passes on unpacked bytes, and fails at the end if they do not match the checksum, which some writers omit. */
function checked(unpacked: Readable, { fileName, crc32: expected }: Entry): Readable {
  let sum = 0;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      const matches = expected === 0 || sum === expected;
      done(matches ? null : damaged(new Error(`${fileName} does not match its checksum`)));
    },
  });
  unpacked.once('error', (error) => check.destroy(damaged(error)));
  check.once('close', () => unpacked.destroy());
  return unpacked.pipe(check);
}

/**
 * The format of the workbook whose parts the files of an archive are; null for an archive of files. Other Office
 * documents count as workbooks, whose reader names them.
 */
export function workbookFormatOf(parts: readonly Pick<ZipPart, 'name'>[]): WorkbookFormat | null {
  const has = (file: string) => parts.some(({ name }) => name === file);
  if (has('content.xml') && (has('META-INF/manifest.xml') || has('mimetype'))) return 'ods';
  const isOffice = has('[Content_Types].xml') || parts.some(({ name }) => /(^|[/\\])workbook\.(xml|bin)$/i.test(name));
  return isOffice ? 'xlsx' : null;
}

/** Whether a file begins as a ZIP archive, which may be empty (APPNOTE 4.3.7 and 4.3.16). */
function isZip(head: Buffer): boolean {
  return ['PK\x03\x04', 'PK\x05\x06'].includes(head.toString('latin1', 0, 4));
}

/** Bytes of a zip member's header before its name (APPNOTE 4.3.7). */
const localHeaderBytes = 30;
const openDocument = 'mimetypeapplication/vnd.oasis.opendocument.';

/**
 * What an OpenDocument file is by its first bytes, such as `spreadsheet` or `text`; null for another file. The first
 * member identifies it (OpenDocument 1.3, part 2, 3.3), but not all programs write it first.
 */
export function openDocumentKind(head: Buffer): string | null {
  const text = head.toString('latin1', localHeaderBytes, localHeaderBytes + 100);
  if (!isZip(head) || !text.startsWith(openDocument)) return null;
  return /^[a-z]*/.exec(text.slice(openDocument.length))?.[0] ?? null;
}

/** The workbook that a ZIP archive most likely is by its first bytes; null for another file. */
export function likelyWorkbook(head: Buffer): WorkbookFormat | null {
  if (!isZip(head)) return null;
  return openDocumentKind(head) === 'spreadsheet' ? 'ods' : 'xlsx';
}

/** yauzl's message for a file whose end is missing, where an archive has its directory. */
const withoutEnd = /end of central directory|file is truncated/i;

/** Opens a ZIP archive; close it when done. @throws {IngestError} if it cannot be read */
export async function openZip(path: string): Promise<ZipParts> {
  try {
    const zip = await openFile(path);
    const entries = (await listEntries(zip)).filter(({ fileName }) => !fileName.endsWith('/'));
    const parts = entries.map((entry) => ({
      name: entry.fileName,
      bytes: entry.uncompressedSize,
      async read() {
        assertGrowth(entry.compressedSize, entry.uncompressedSize);
        return readEntry(zip, entry);
      },
    }));
    const find = (name: string) =>
      parts.find((part) => part.name === name) ?? parts.find((part) => part.name.toLowerCase() === name.toLowerCase());
    return { parts, find, close: () => zip.close() };
  } catch (error) {
    if (error instanceof Error && withoutEnd.test(error.message)) throw new IngestError(explain('file-incomplete'));
    throw new IngestError(
      explain('archive-unreadable', { said: error instanceof Error ? error.message : 'it is damaged' }),
    );
  }
}
