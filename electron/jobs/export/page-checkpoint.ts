import { createHash, type Hash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import type { Immutable } from '#shared/immutable.ts';
import { parseAs } from '#shared/parse-as.ts';
import { orNull } from '#shared/schema-parts.ts';
import { allOf } from '../../lib/all-of.ts';
import { followNoLink } from '../../lib/durable-file.ts';

/** The progress of an export, one line of its record. */
const Reached = Type.Object({
  rows: Type.Integer({ minimum: 0 }),
  /** Size of the file. */
  bytes: Type.Integer({ minimum: 0 }),
  /** Cursor of the page to resume with; undefined for the first, null after the last. */
  next: Type.Optional(orNull(Type.String())),
  /** Row count reported by the service; null if it reported none. */
  count: orNull(Type.Integer({ minimum: 0 })),
});
export type Reached = Immutable<Static<typeof Reached>>;

const nothingReached: Reached = { rows: 0, bytes: 0, count: null };

/** A file that grows page by page, with a record of its progress that is never ahead of what is durable. */
export interface PageCheckpoint {
  readonly file: string;
  readonly reached: Reached;
  append(page: Buffer, rows: number, next: string | null, count: number | null): Promise<void>;
  /** Appends the end of the file and closes it; returns the SHA-256 of the whole in hexadecimal. */
  finish(end: string): Promise<string>;
  /** Makes the next run start from the beginning. */
  clear(): Promise<void>;
  /** Records the progress, and closes the file. */
  close(): Promise<void>;
}

/** How much work a process that is killed may lose, in milliseconds. */
const recordIntervalMs = 2_000;

/** The last line of a record that is whole, about a file that is at least as long as it says. */
function lastOf(record: string, identity: string, fileBytes: number): Reached {
  const [first, ...lines] = record.split('\n');
  const known = first === identity ? lines.map((line) => parseAs(Reached, line)) : [];
  return known.findLast((line) => line !== null && line.bytes <= fileBytes) ?? nothingReached;
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
  const recordFile = path.join(folder, 'pages');
  const { O_RDWR, O_WRONLY, O_CREAT, O_APPEND, O_TRUNC } = constants;
  const before = await readFile(recordFile, 'utf8').catch(() => '');
  const data = await open(file, O_RDWR | O_CREAT | O_APPEND | followNoLink, 0o600);
  const handles = [data];
  try {
    const reached = lastOf(before, identity, (await data.stat()).size);
    await data.truncate(reached.bytes);
    const record = await open(recordFile, O_WRONLY | O_CREAT | O_TRUNC | followNoLink, 0o600);
    handles.push(record);
    await record.appendFile(`${identity}\n${JSON.stringify(reached)}\n`);
    const whole = await hashOf(file, reached.bytes);
    // The start counts as part of the first page, so that a file without any page starts again.
    const pending = reached.next === undefined ? start : '';
    await data.appendFile(pending);
    whole.update(pending);
    return checkpointOf({ file, data, record }, reached, reached.bytes + Buffer.byteLength(pending), whole);
  } catch (error) {
    await allOf(handles.map((handle) => handle.close()));
    throw error;
  }
}

interface OpenFiles {
  readonly file: string;
  readonly data: FileHandle;
  readonly record: FileHandle;
}

/** @param whole the hash of the `size` bytes that are in the file */
function checkpointOf({ file, data, record }: OpenFiles, from: Reached, size: number, whole: Hash): PageCheckpoint {
  let reached = from;
  let bytes = size;
  let recorded = reached;
  let recordedAt = Date.now();
  const note = async () => {
    await data.sync();
    await record.appendFile(`${JSON.stringify(reached)}\n`);
    await record.sync();
    recorded = reached;
    recordedAt = Date.now();
  };
  const closeFiles = () => allOf([data.close(), record.close()]);
  return {
    file,
    get reached() {
      return reached;
    },
    async append(page, rows, next, count) {
      await data.appendFile(page);
      whole.update(page);
      bytes += page.length;
      reached = { rows: reached.rows + rows, bytes, next, count };
      if (Date.now() - recordedAt >= recordIntervalMs) await note();
    },
    async finish(end) {
      await data.appendFile(end);
      await data.sync();
      await closeFiles();
      return whole.update(end).digest('hex');
    },
    async clear() {
      recorded = reached;
      await record.truncate(0);
    },
    async close() {
      // On a full disk the next run resumes at the last record.
      if (recorded !== reached) await note().catch(() => undefined);
      await closeFiles();
    },
  };
}
