import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDataFile } from '#shared/file-name.ts';
import type { SourceState } from '#shared/follow.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import type { EntryParameter, Fetched, FetchWork, ListedColumn } from '../data-source.ts';
import type { Web } from '../web.ts';
import { formatOfFile, formatOption, type KnownFormat } from './formats.ts';
import { extensionFor, looksLike } from './looks-like.ts';
import { checksumDiffers, lengthDiffers, webPageInstead } from './problems.ts';

export interface ReceivedFile {
  readonly path: string;
  readonly bytes: number;
  readonly state: SourceState;
  /** The format by the name of the file, otherwise as its description says. */
  readonly format: KnownFormat | null;
}

export interface ExpectedFile {
  /** What a person calls the file, for messages. */
  readonly name: string;
  readonly format: KnownFormat | null;
  readonly bytes?: number | null;
  /** `sha256:…`, `md5:…` or hexadecimal digits alone; unknown algorithms are ignored. */
  readonly hash?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Its number among the files of the folder; 0 by default. */
  readonly number?: number;
}

const algorithms: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' };

/** Whether a file has a checksum; null for a checksum that is not understood, such as the ETag of object storage. */
async function hasHash(file: string, hash: string): Promise<boolean | null> {
  const digits = hash.slice(hash.indexOf(':') + 1).toLowerCase();
  const algorithm = /^[0-9a-f]+$/.test(digits) ? algorithms[digits.length] : undefined;
  if (algorithm === undefined) return null;
  const hasher = createHash(algorithm);
  await pipeline(createReadStream(file), hasher);
  return hasher.digest('hex') === digits;
}

export async function beginningOf(file: string, bytes = 4096): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A plain name with an extension that says what it is. */
function targetName(given: string | null, extension: string, fallback: string): string {
  const plain = (given ?? fallback).replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(-120);
  const name = /^\.*$/.test(plain) ? 'data' : plain;
  return isDataFile(name) ? name : `${name}${extension}`;
}

/**
 * Downloads a file into a folder, below a number so that names never meet, and checks it against its description.
 * @throws {JobError} if it is a web page, or differs in length or checksum from the description
 */
export async function receiveFile(
  web: Web,
  address: URL | string,
  folder: string,
  expected: ExpectedFile,
  work: FetchWork,
): Promise<ReceivedFile> {
  const prefix = String(expected.number ?? 0).padStart(4, '0');
  const arriving = path.join(folder, `${prefix}.part`);
  const { headers = {} } = expected;
  const downloaded = await web.download(address, arriving, {
    headers,
    report: (bytes, total) => work.report(bytes, total),
  });
  const look = looksLike(await beginningOf(arriving), downloaded.contentType ?? '');
  if (look === 'page') throw webPageInstead(address);
  const { bytes = null, hash = null } = expected;
  if (bytes !== null && bytes !== downloaded.bytes) {
    throw lengthDiffers(expected.name, address, bytes, downloaded.bytes);
  }
  if (hash !== null && (await hasHash(arriving, hash)) === false) throw checksumDiffers(expected.name, address);
  const named = formatOfFile(downloaded.fileName);
  const format = named ?? expected.format ?? formatOfFile(downloaded.contentType);
  const extension = format?.extension ?? extensionFor(look, downloaded.contentType ?? '');
  const target = path.join(folder, `${prefix}-${targetName(downloaded.fileName, extension, expected.name)}`);
  await rename(arriving, target);
  return { path: target, bytes: downloaded.bytes, state: downloaded.state, format };
}

/**
 * Downloads the files of one entry, in their order, as {@link receiveFile}.
 * @param total bytes of all of them; null where unknown
 */
export async function receiveFiles(
  web: Web,
  files: readonly (ExpectedFile & { readonly address: URL | string })[],
  folder: string,
  total: number | null,
  work: FetchWork,
): Promise<{ readonly files: readonly string[]; readonly bytes: number }> {
  const received: ReceivedFile[] = [];
  let bytes = 0;
  for (const [number, { address, ...expected }] of files.entries()) {
    const before = bytes;
    const report: FetchWork['report'] = (sofar, whole) =>
      work.report(before + sofar, files.length === 1 ? whole : total);
    const file = await receiveFile(web, address, folder, { ...expected, number }, { ...work, report });
    received.push(file);
    bytes += file.bytes;
  }
  return { files: received.map((file) => file.path), bytes };
}

/** What a source says of an entry that is one file. */
interface EntryFacts {
  readonly member?: string | undefined;
  readonly columns?: readonly ListedColumn[];
  readonly state: SourceState | null;
}

/** Options that the format alone decides. @param member path within a ZIP archive, if one was chosen */
export function optionsFor(format: KnownFormat | null, member?: string): FileOptions {
  return {
    ...formatOption(format),
    ...(format?.delimiter === undefined ? {} : { delimiter: format.delimiter }),
    ...(member === undefined || member === '' ? {} : { entry: member }),
  };
}

/** A received file as the whole of an entry, with what its source says of it. */
export function fetchedFile({ path: file, format, bytes }: ReceivedFile, about: EntryFacts): Fetched {
  const { member, columns = [], state } = about;
  return { files: [file], options: optionsFor(format, member), columns, rows: null, state: state ?? {}, bytes };
}

/** Which file of an archive is read can be chosen, where an entry is one. */
export function memberParameters(format: KnownFormat | null): EntryParameter[] {
  return format?.label === 'ZIP' ? [{ name: 'member', title: 'ZIP', values: [] }] : [];
}
