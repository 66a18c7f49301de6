import { PassThrough, Readable } from 'node:stream';
import yauzl, { RandomAccessReader, type Entry as ZipEntry, type ZipFile } from 'yauzl';
import { isVisibleData } from '../../../service/user-files.ts';
import type { Web } from '../web.ts';

/** A data file within a ZIP archive. */
export interface ZipMember {
  readonly name: string;
  readonly bytes: number;
}

/** The list of an archive's files is at its end: this much is asked for first. */
const tailBytes = 256 * 1024;

/** More files than this are not listed. */
const maxMembers = 10_000;

/** Reads parts of an archive from its server; the end of it is already there. */
class RemoteReader extends RandomAccessReader {
  readonly #tail: Buffer;
  readonly #tailStart: number;
  readonly #read: (start: number, end: number) => Promise<Buffer>;
  constructor(tail: Buffer, total: number, read: (start: number, end: number) => Promise<Buffer>) {
    super();
    this.#tail = tail;
    this.#tailStart = total - tail.length;
    this.#read = read;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    if (start >= this.#tailStart) {
      return Readable.from([this.#tail.subarray(start - this.#tailStart, end - this.#tailStart)]);
    }
    const stream = new PassThrough();
    this.#read(start, end).then(
      (bytes) => stream.end(bytes),
      (error: Error) => stream.destroy(error),
    );
    return stream;
  }
}

function listed(zip: ZipFile): Promise<ZipMember[]> {
  return new Promise((resolve, reject) => {
    const members: ZipMember[] = [];
    const done = () => {
      zip.close();
      resolve(members);
    };
    zip.on('error', reject);
    zip.on('end', done);
    zip.on('entry', ({ fileName, uncompressedSize }: ZipEntry) => {
      if (isVisibleData(fileName)) members.push({ name: fileName, bytes: uncompressedSize });
      if (members.length >= maxMembers) done();
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

type Opened = (error: Error | null, zip: ZipFile) => void;

function open(start: (opened: Opened) => void): Promise<ZipMember[]> {
  return new Promise<ZipFile>((resolve, reject) => {
    start((error, zip) => (error === null ? resolve(zip) : reject(error)));
  }).then(listed);
}

const options = { lazyEntries: true, autoClose: false, strictFileNames: false };

/**
 * The data files of an archive on the web, without downloading it where its server answers ranges.
 * @returns null if that is impossible
 */
export async function zipMembers(address: URL, web: Web): Promise<ZipMember[] | null> {
  try {
    const end = await web.get(address, {
      headers: { range: `bytes=-${tailBytes}`, 'accept-encoding': 'identity' },
    });
    if (end.status === 200) return await open((opened) => yauzl.fromBuffer(end.bytes, options, opened));
    const total = Number(/\/(\d+)$/.exec(end.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
    if (end.status !== 206 || !Number.isSafeInteger(total)) return null;
    const read = async (from: number, to: number) => {
      const headers = { range: `bytes=${from}-${to - 1}`, 'accept-encoding': 'identity' };
      const part = await web.get(address, { headers });
      if (part.status !== 206) throw new Error('The server sends no ranges.');
      return part.bytes;
    };
    const reader = new RemoteReader(end.bytes, total, read);
    return await open((opened) => yauzl.fromRandomAccessReader(reader, total, options, opened));
  } catch {
    web.signal.throwIfAborted();
    // Too large to be read whole, or damaged: fetching it says so.
    return null;
  }
}
