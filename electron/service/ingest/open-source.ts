import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from '../rows/duckdb/session.ts';
import { IngestError, type LongWork, type Source } from '../rows/row-store.ts';
import { cutFile } from './cut-file.ts';
import { type Dialect, openDelimited } from './open-delimited.ts';
import { openJsonLines } from './open-json.ts';
import { openParquet } from './open-parquet.ts';
import type { Relation } from './relation.ts';
import { toUtf8 } from './to-utf8.ts';

/** A source that the engine can read. */
export interface OpenedSource {
  readonly relation: Relation;
  /** How the file is delimited; null for other formats. */
  readonly dialect: Dialect | null;
  /** The file that the engine reads: the person's own, or what was made of it. */
  readonly path: string;
  /** Line of the first record when every record has one line; null where the format has no lines. */
  readonly firstLine: number | null;
}

/** Makes a source readable for the engine; what has to be made for that is put into `scratch`. @throws {IngestError} */
export async function openSource(
  session: Session,
  source: Source,
  scratch: string,
  work: LongWork,
): Promise<OpenedSource> {
  await assertReadable(source.path);
  switch (source.format) {
    case 'csv': {
      const compression = await compressionOf(source.path);
      const text = await toUtf8(source, compression, scratch, work);
      const { relation, dialect } = await openDelimited(session, source, text.path, text.compression);
      const conversions = [...(text.note === null ? [] : [text.note]), ...relation.conversions];
      const firstLine = 1 + dialect.skip + (dialect.header ? 1 : 0);
      return { relation: { ...relation, conversions }, dialect, path: text.path, firstLine };
    }
    case 'ndjson': {
      const compression = await compressionOf(source.path);
      const relation = await openJsonLines(session, source.path, compression, false);
      return { relation, dialect: null, path: source.path, firstLine: 1 };
    }
    case 'json':
    case 'geojson': {
      const path = join(scratch, 'records.ndjson');
      const cut = await cutFile(source.path, path, await compressionOf(source.path), source.format, work);
      const relation = await openJsonLines(session, path, 'none', cut.features);
      return { relation, dialect: null, path, firstLine: null };
    }
    case 'parquet':
      return { relation: await openParquet(session, source.path), dialect: null, path: source.path, firstLine: null };
    case 'xlsx':
      throw new IngestError('Excel files cannot be read yet.');
  }
}

async function assertReadable(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new IngestError(
      error.code === 'ENOENT' ? 'The file is not there.' : `The file cannot be read: ${error.code}.`,
    );
  });
  if (!found.isFile()) throw new IngestError('This is no file.');
  if (found.size === 0) throw new IngestError('The file is empty.');
}

/** Compression is seen from the first bytes, whatever the name says. */
async function compressionOf(path: string): Promise<Dialect['compression']> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead >= 2 && buffer.readUInt16BE(0) === 0x1f8b) return 'gzip';
    return bytesRead === 4 && buffer.readUInt32BE(0) === 0x28b52ffd ? 'zstd' : 'none';
  } finally {
    await file.close();
  }
}
