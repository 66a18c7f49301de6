import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** Bytes of one rank. */
export const rankBytes = 4;

/** Bytes after the ranks: their number of distinct values and the {@link rankChecksum}, 32-bit and little-endian. */
const trailerBytes = 8;

/**
 * The ranks of a column in the order of the file: 32-bit positions of the rows' values among the ascending distinct
 * values of the column, 0-based. A missing value has the rank `distinct`, after all others.
 */
export interface RankFile {
  readonly path: string;
  readonly distinct: number;
  /** Its {@link rankChecksum}, verified whenever the ranks are read. */
  readonly checksum: number;
}

/** The rank file of a version with this many rows; null if there is none or it has another length. */
export async function openRankFile(path: string, rows: number): Promise<RankFile | null> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    if (size !== rows * rankBytes + trailerBytes) return null;
    const trailer = Buffer.alloc(trailerBytes);
    await file.read(trailer, 0, trailerBytes, rows * rankBytes);
    return { path, distinct: trailer.readUInt32LE(0), checksum: trailer.readUInt32LE(4) };
  } finally {
    await file.close();
  }
}

/** The CRC-32 of the ranks and their number of distinct values, from that of the ranks. */
export function rankChecksum(ofRanks: number, distinct: number): number {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(distinct);
  return crc32(bytes, ofRanks);
}

/** The bytes after the ranks. */
export function rankTrailer({ distinct, checksum }: Omit<RankFile, 'path'>): Buffer {
  const trailer = Buffer.alloc(trailerBytes);
  trailer.writeUInt32LE(distinct, 0);
  trailer.writeUInt32LE(checksum, 4);
  return trailer;
}
