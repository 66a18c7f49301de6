import { createHash, type Hash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { orNull } from '#shared/schema-parts.ts';
import { followNoLink } from '../../lib/durable-file.ts';

const Line = Type.Object({
  /** Size of the file including this page. */
  bytes: Type.Integer({ minimum: 0 }),
  rows: Type.Integer({ minimum: 0 }),
  /** CRC-32 of this page's bytes. */
  page: Type.Integer({ minimum: 0 }),
  /** Cursor of the following page; null if there is none. */
  next: orNull(Type.String()),
  /** Row count reported by the service; null if it reported none. */
  count: orNull(Type.Integer({ minimum: 0 })),
});

/** The progress of an export. */
export interface Reached {
  readonly rows: number;
  readonly bytes: number;
  /** Cursor of the page to resume with; undefined for the first, null after the last. */
  readonly next: string | null | undefined;
  /** Row count reported by the service; null if it reported none. */
  readonly count: number | null;
}

/** A file that grows page by page, with a record of each page, so that an interruption costs at most one page. */
export interface PageCheckpoint {
  readonly file: string;
  readonly reached: Reached;
  append(page: Buffer, rows: number, next: string | null, count: number | null): Promise<void>;
  /** Appends the end of the file and closes it; returns the SHA-256 of the whole in hexadecimal. */
  finish(end: string): Promise<string>;
  /** Makes the next run start from the beginning. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** How often written data are made durable. */
const syncIntervalMs = 2_000;

interface Found extends Reached {
  /** The valid records, one per line. */
  readonly notes: readonly string[];
}

/** The last page that is complete on the disk, and the records up to it. */
async function findReached(file: FileHandle, text: string, identity: string): Promise<Found> {
  const [first, ...notes] = text.split('\n');
  const pages = first === identity ? notes.map(parseLine) : [];
  for (let last = pages.length - 1; last >= 0; last -= 1) {
    const page = pages[last];
    if (page === null || page === undefined) continue;
    const start = pages[last - 1]?.bytes ?? 0;
    const length = page.bytes - start;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    if (bytesRead !== length || crc32(buffer) !== page.page) continue;
    const { rows, bytes, next, count } = page;
    return { rows, bytes, next, count, notes: notes.slice(0, last + 1) };
  }
  return { rows: 0, bytes: 0, next: undefined, count: null, notes: [] };
}

function parseLine(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(Line, value) ? value : null;
  } catch {
    return null;
  }
}

/** Hashes what an earlier run has written. */
async function hashOf(file: string, bytes: number): Promise<Hash> {
  const hash = createHash('sha256');
  if (bytes > 0) for await (const piece of createReadStream(file, { end: bytes - 1 })) hash.update(piece as Buffer);
  return hash;
}

/**
 * Opens the file of a folder, resuming where an earlier run was stopped.
 * @param identity what is being exported, in one line: pages of anything else (another version, another query) are not
 * resumed
 * @param start text before the first page
 */
export async function openPageCheckpoint(folder: string, identity: string, start: string): Promise<PageCheckpoint> {
  const file = path.join(folder, 'rows');
  const notesFile = path.join(folder, 'pages');
  const { O_RDWR, O_WRONLY, O_CREAT, O_APPEND, O_TRUNC } = constants;
  const handles: FileHandle[] = [];
  const opened = async (path: string, flags: number) => {
    const handle = await open(path, flags | followNoLink, 0o600);
    handles.push(handle);
    return handle;
  };
  const close = async () => {
    await Promise.all(handles.map((handle) => handle.close()));
  };
  try {
    const data = await opened(file, O_RDWR | O_CREAT | O_APPEND);
    const before = await readFile(notesFile, 'utf8').catch(() => '');
    const found = await findReached(data, before, identity);
    await data.truncate(found.bytes);
    const notes = await opened(notesFile, O_WRONLY | O_CREAT | O_TRUNC);
    await notes.appendFile(`${[identity, ...found.notes].join('\n')}\n`);
    const whole = await hashOf(file, found.bytes);
    // The start counts as part of the first page, so that a file without any page starts again.
    const pending = found.next === undefined ? start : '';
    await data.appendFile(pending);
    whole.update(pending);
    return checkpointOf({ file, data, notes, close }, found, whole, pending);
  } catch (error) {
    await close();
    throw error;
  }
}

interface OpenFiles {
  readonly file: string;
  readonly data: FileHandle;
  readonly notes: FileHandle;
  close(): Promise<void>;
}

/**
 * @param whole the hash of what is in the file
 * @param pending what was written there that belongs to the first page
 */
function checkpointOf(
  { file, data, notes, close }: OpenFiles,
  { rows, bytes, next, count }: Found,
  whole: Hash,
  pending: string,
): PageCheckpoint {
  let reached: Reached = { rows, bytes, next, count };
  let start = pending;
  let size = bytes + Buffer.byteLength(start);
  let synced = Date.now();
  return {
    file,
    get reached() {
      return reached;
    },
    async append(bytes, rows, next, count) {
      await data.appendFile(bytes);
      whole.update(bytes);
      size += bytes.length;
      const page = crc32(bytes, crc32(start));
      start = '';
      reached = { rows: reached.rows + rows, bytes: size, next, count };
      await notes.appendFile(`${JSON.stringify({ ...reached, page })}\n`);
      if (Date.now() - synced < syncIntervalMs) return;
      await data.sync();
      await notes.sync();
      synced = Date.now();
    },
    async finish(end) {
      await data.appendFile(end);
      await data.sync();
      await close();
      return whole.update(end).digest('hex');
    },
    clear: () => notes.truncate(0),
    close,
  };
}
