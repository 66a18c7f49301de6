import { createHash, type Hash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { open, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Type } from 'typebox';
import type { ExportRequest } from '#shared/rpc/jobs.ts';
import { followNoLink, syncFile, writeTextDurably } from '../../../lib/durable-file.ts';
import type { LongWork, Progress } from '../../../lib/long-work.ts';
import { readAs } from '../../../lib/read-as.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { RowStore } from '../../rows/row-store.ts';

/**
 * Rows per part. The engine writes a part in seconds, and a pause or a restart costs at most one. The parts of a larger
 * export are appended as they are finished, which takes about a tenth of its time. Smaller versions are written in one
 * step.
 */
const defaultPartRows = 4_000_000;

/** Checkpoint of an export: all parts up to `rows` of the version are in the file. */
const Checkpoint = Type.Object({
  /** Identifies the export: parts of another one are not resumed. */
  identity: Type.String(),
  /** Rows of the version, whether the query selected them or not. */
  done: Type.Integer({ minimum: 1 }),
  rows: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  /** SHA-256 of these bytes in hexadecimal. */
  checksum: Type.String(),
});

export type PartedExport = Pick<ExportRequest, 'format' | 'query' | 'selection' | 'spreadsheet'>;

export interface PartedFileParts {
  readonly rows: RowStore;
  readonly stored: StoredVersion;
  readonly request: PartedExport;
  readonly file: string;
  /** Retains the file's folder for a later run, from the first checkpoint on. */
  readonly workFolder: () => Promise<void>;
  /** Called if the checkpoint is of other rows or another format, so that the export restarts. */
  readonly onRestarted: () => void;
  readonly work: LongWork;
}

/**
 * Whether an export of local rows is written in parts, so that it can resume after a pause: formats with one line per
 * row, in the order of the version. A sorted file is known only once all rows are sorted; JSON, GeoJSON and workbooks
 * enclose their rows; Parquet of a whole version is a copy of its file.
 */
export function isParted({ format, query, selection }: PartedExport): boolean {
  const isLines = format === 'csv' || format === 'tsv' || format === 'ndjson';
  return isLines && selection === null && query.ordering.length === 0;
}

function identityOf({ stored, request }: PartedFileParts, partRows: number): string {
  const { query, format, spreadsheet } = request;
  const what = [stored.key, stored.checksum, { ...query, version: null }, format, spreadsheet ?? null, partRows];
  return createHash('sha256').update(JSON.stringify(what)).digest('hex');
}

/** The size of the file so far, and its running checksum. */
interface Reached {
  readonly done: number;
  readonly rows: number;
  readonly bytes: number;
  readonly hash: Hash;
}

async function findReached(file: string, note: string, identity: string, onRestarted: () => void): Promise<Reached> {
  const nothing = { done: 0, rows: 0, bytes: 0, hash: createHash('sha256') };
  const found = await readAs(Checkpoint, note);
  if (found === null) return nothing;
  if (found.identity !== identity) {
    onRestarted();
    return nothing;
  }
  const size = await stat(file).then(
    (stats) => stats.size,
    () => -1,
  );
  if (size < found.bytes) return nothing;
  await truncate(file, found.bytes);
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.copy().digest('hex') === found.checksum ? { ...found, hash } : nothing;
}

const { O_WRONLY, O_CREAT, O_APPEND } = constants;

/** Appends the bytes of a file to another, and updates its checksum. */
async function append(from: string, to: string, hash: Hash, signal: AbortSignal | undefined): Promise<void> {
  await pipeline(
    createReadStream(from),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    },
    (await open(to, O_WRONLY | O_CREAT | O_APPEND | followNoLink, 0o600)).createWriteStream(),
    signal === undefined ? {} : { signal },
  );
  await syncFile(to);
  await rm(from);
}

/**
 * Writes the rows that an export of a stored version selects, resuming where an earlier run with the same `file` was
 * stopped.
 * @throws the errors of the row store; the checkpoint is retained
 */
export async function writePartedFile(parts: PartedFileParts, partRows = defaultPartRows) {
  const { rows: store, stored, request, file, workFolder, onRestarted, work } = parts;
  const note = path.join(path.dirname(file), 'parts.json');
  const part = `${file}.next`;
  const identity = identityOf(parts, partRows);
  const query = { ...request.query, version: null };
  const { format, spreadsheet } = request;
  if (format !== 'csv' && format !== 'tsv' && format !== 'ndjson')
    throw new Error(`${format} is not written in parts.`);
  let reached = await findReached(file, note, identity, onRestarted);
  if (reached.done === 0) await rm(file, { force: true });
  while (reached.done < stored.rows || reached.done === 0) {
    const { done, rows, bytes, hash } = reached;
    const to = Math.min(done + partRows, stored.rows);
    // The verification runs parallel to writing the part and adds no time.
    const fractionOf = ({ phase, fraction }: Progress) => {
      if (fraction === null) return null;
      return (done + (phase === 'writing' ? fraction : 1) * (to - done)) / stored.rows;
    };
    const onProgress = (step: Progress) =>
      work.onProgress?.({
        phase: 'writing',
        rows: rows + step.rows,
        bytes: bytes + step.bytes,
        fraction: fractionOf(step),
      });
    const long = { ...work, onProgress };
    const isOnly = done === 0 && to === stored.rows;
    const options = { spreadsheet, ...(isOnly ? {} : { range: { from: done, to } }) };
    const made = await store.open(stored).exportTo(query, format, isOnly ? file : part, long, options);
    if (isOnly) return made;
    await append(part, file, hash, work.signal);
    const checksum = hash.copy().digest('hex');
    reached = { done: to, rows: rows + made.rows, bytes: bytes + made.bytes, hash };
    const { rows: inFile, bytes: size } = reached;
    await writeTextDurably(note, JSON.stringify({ identity, done: to, rows: inFile, bytes: size, checksum }));
    if (done === 0) await workFolder();
  }
  return { rows: reached.rows, bytes: reached.bytes, checksum: reached.hash.digest('hex') };
}
