import { type FileHandle, open } from 'node:fs/promises';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../reading.ts';
import { maxRecordBytes } from './delimited/scan-records.ts';

/** Some bytes of a file; fewer if it ends before. @param from position of the first */
export async function bytesAt(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The first bytes of a file, and whether they are all. */
export async function readBeginning(path: string, maxBytes: number): Promise<{ bytes: Buffer; whole: boolean }> {
  const bytes = await bytesAt(path, 0, maxBytes + 1);
  return { bytes: bytes.subarray(0, maxBytes), whole: bytes.length <= maxBytes };
}

/** A new file that is written in large pieces. */
export class GatheredFile {
  readonly #file: FileHandle;
  #pieces: (string | Buffer)[] = [];
  #length = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<GatheredFile> {
    return new GatheredFile(await open(path, 'w'));
  }

  /** Adds bytes, or a byte string. */
  write(piece: string | Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** Writes what has gathered, if that is at least so many bytes. */
  async flush(least = 1 << 20): Promise<void> {
    if (this.#length < least) return;
    const pieces = this.#pieces.splice(0);
    this.#length = 0;
    await this.#file.appendFile(
      Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece))),
    );
  }

  /** What has not been written is lost. */
  close(): Promise<void> {
    return this.#file.close();
  }
}

/**
 * The lines of a UTF-8 text without their line feeds, several at a time.
 * @param pieces its bytes
 * @throws {IngestError} `record-too-long` for a line beyond {@link maxRecordBytes}
 */
export async function* textLines(pieces: AsyncIterable<unknown>): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece as Buffer, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxRecordBytes) throw new IngestError(explain('record-too-long'));
    if (lines.length > 0) yield lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield [rest];
}
