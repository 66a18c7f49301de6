import { stat } from 'node:fs/promises';
import type { SourceFormat } from '#shared/rpc/source-file.ts';
import { growthLimitBytes } from './formats/archive/growth-limit.ts';
import { dataPart, packingOf, unpackedFirst } from './formats/archive/unpack.ts';
import { openZip } from './formats/archive/zip-file.ts';
import { listParts } from './formats/combine/list-parts.ts';
import { bytesAt } from './formats/file-bytes.ts';
import type { ReadingOptions } from './reading.ts';

/**
 * Disk space for the stored file and the row file of a version, in bytes for each byte of the file it is read from: the
 * least of what measured files take. Text takes 1.3 to 1.7 of CSV, 0.3 to 0.9 of JSON, whose names are not repeated,
 * and 6 to 12 of compressed Parquet. Others may consist of sheets, or tables, that are not read.
 */
const spacePerByte: Partial<Readonly<Record<SourceFormat, number>>> = {
  csv: 1.1,
  json: 0.3,
  ndjson: 0.3,
  geojson: 0.3,
  parquet: 2,
  // A cell takes few bytes, and several columns.
  px: 0.5,
};

/** Disk space for appending to a version, whose rows are stored again, for each byte of its stored file. */
const spacePerStoredByte = 2;

/**
 * Estimates the disk space that publishing a source needs, in bytes: rather less than more, because what would fit must
 * not be refused. 0 if it cannot be known, also for a source that cannot be read, which its reader explains.
 * @param appendTo size of the stored file of the version to append to
 */
export async function storedSize(file: ReadingOptions, appendTo = 0): Promise<number> {
  const before = appendTo * spacePerStoredByte;
  // The columns that are left out may be nearly all of the file.
  if (file.columns?.some(({ drop }) => drop === true)) return before;
  return before + (await newRowsSize(file).catch(() => 0));
}

async function newRowsSize(file: ReadingOptions): Promise<number> {
  const { path, format, combine, entry } = file;
  // What is not known before the file is read takes no space.
  if (format === undefined) return 0;
  const share = spacePerByte[format] ?? 0;
  if (combine !== undefined) {
    const { parts } = await listParts(path, combine.files);
    return parts.reduce((sum, { bytes }) => sum + bytes, 0) * share;
  }
  // What is unpacked beforehand is removed before the row file is made.
  const isReadPacked = (await unpackedFirst(file)) === 'none';
  return (await unpackedBytes(path, entry)) * (isReadPacked ? share : Math.max(1, share));
}

/** The unpacked size of a file; of Zstandard, which need not state it, the packed one. */
async function unpackedBytes(path: string, entry: string | undefined): Promise<number> {
  const { size } = await stat(path);
  const packing = await packingOf(path);
  if (packing !== 'gzip' && packing !== 'zip') return size;
  const stated = packing === 'gzip' ? await unzippedBytes(path, size) : await entryBytes(path, entry);
  // Its reader refuses a file that unpacks to more.
  return Math.min(stated, growthLimitBytes(size));
}

async function entryBytes(path: string, entry: string | undefined): Promise<number> {
  const zip = await openZip(path);
  try {
    return (entry === undefined ? dataPart(zip.parts) : zip.find(entry))?.bytes ?? 0;
  } finally {
    zip.close();
  }
}

const wrapped = 2 ** 32;

/** Gzip states the unpacked size modulo 2³² at its end (RFC 1952, 2.3.1); text hardly ever grows when it is packed. */
async function unzippedBytes(path: string, size: number): Promise<number> {
  if (size < 4) return size;
  const stated = (await bytesAt(path, size - 4, 4)).readUInt32LE(0);
  return stated + Math.max(0, Math.ceil((size - stated) / wrapped)) * wrapped;
}
