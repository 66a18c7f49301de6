import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { say } from '#shared/sentences/say.ts';
import { IngestError } from '../../rows/row-store.ts';
import { assertGrowth } from './growth-limit.ts';

/** One file of an archive. */
export interface ZipPart {
  readonly name: string;
  /** Unpacked size as the archive states it. */
  readonly bytes: number;
  /** Its unpacked bytes; never more than `bytes`. @throws {IngestError} when that is more than it may unpack to */
  read(): Promise<Readable>;
}

/** The files of an archive, folders left out. */
export interface ZipParts {
  readonly parts: readonly ZipPart[];
  find(name: string): ZipPart | undefined;
  close(): void;
}

/** More files than any data archive has; a list is kept in memory. */
const mostParts = 100_000;

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
      if (entries.length > mostParts) reject(new Error('It holds too many files.'));
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

function readEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}

/** Opens a ZIP archive; close it when done. @throws {IngestError} when it cannot be read. */
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
    return { parts, find: (name) => parts.find((part) => part.name === name), close: () => zip.close() };
  } catch (error) {
    throw new IngestError(
      say('archive-unreadable', { said: error instanceof Error ? error.message : 'it is damaged' }),
    );
  }
}
