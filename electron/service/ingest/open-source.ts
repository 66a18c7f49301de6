import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '#shared/sentences/say.ts';
import type { Session } from '../rows/duckdb/session.ts';
import { IngestError, type LeftOutLine, type LongWork, type Source } from '../rows/row-store.ts';
import { packingOf, unpackTo } from './archive/unpack.ts';
import type { BrokenRecords } from './delimited/normalise-text.ts';
import { refuseForeignFormat } from './foreign-format.ts';
import { type Dialect, type OpenedText, openDelimited, openNormalised } from './open-delimited.ts';
import { openJsonLines } from './open-json.ts';
import { openJsonText } from './open-json-text.ts';
import { openParquet } from './parquet/open-parquet.ts';
import type { Relation } from './relation.ts';
import { plainNumbers } from './text-conversion.ts';
import { againToUtf8, isUtf8Name, toUtf8, type Utf8Text } from './to-utf8.ts';
import { writeWorkbookRecords } from './workbook/workbook-records.ts';

/** A source that the engine can read. */
export interface OpenedSource {
  readonly relation: Relation;
  /** How the file is delimited; null for other formats. */
  readonly dialect: Dialect | null;
  /** The file that the engine reads: the person's own, or what was made of it. */
  readonly path: string;
  /** Line of the first record when every record has one line; null where the format has no lines. */
  readonly firstLine: number | null;
  /** The records of a text that cannot be read, where these were looked for; `fields`: whether the file at `path` has their fields. */
  readonly broken: (BrokenRecords & { readonly path: string; readonly fields: boolean }) | null;
  /** Lines of a delimited text that are left out as comments or notes below the records; the first of them. */
  readonly leftOut: readonly LeftOutLine[];
  /** Opens a text in a way that every record is looked at; null where that was done or is not needed. */
  readonly normalise: (() => Promise<OpenedSource>) | null;
}

const noText = { broken: null, leftOut: [], normalise: null } as const;

/** Makes a source readable for the engine; what has to be made for that is put into `scratch`. @throws {IngestError} */
export async function openSource(
  session: Session,
  source: Source,
  scratch: string,
  work: LongWork,
): Promise<OpenedSource> {
  await assertReadable(source);
  await refuseForeignFormat(source.path);
  const unpacked = await unpackedSource(source, scratch, work);
  if (unpacked !== source) return openSource(session, unpacked, scratch, work);
  switch (source.format) {
    case 'csv': {
      const compression = await compressionOf(source.path);
      const text = await toUtf8(source, compression, scratch, work);
      return ofText(text, await openDelimited(source, text.path, text.compression, scratch, work), async (dialect) => {
        const again = await againToUtf8(source, text, scratch, work);
        const opened =
          again === text
            ? await openNormalised(source, text.path, dialect, scratch, work)
            : await openDelimited(source, again.path, again.compression, scratch, work);
        return { text: again, opened };
      });
    }
    case 'ndjson':
    case 'json':
    case 'geojson':
      return openJsonText(session, source, await compressionOf(source.path), scratch, work);
    case 'parquet':
      return {
        relation: await openParquet(session, source),
        dialect: null,
        path: source.path,
        firstLine: null,
        ...noText,
      };
    case 'xlsx': {
      const path = join(scratch, 'records.ndjson');
      const { records, names, notes } = await writeWorkbookRecords(source, path, work);
      if (names.length === 0) throw new IngestError(say('sheet-empty'));
      const found = records === 0 ? emptyRelation(names) : await openJsonLines(session, path, 'none', null);
      const relation = { ...found, conversions: [...notes, ...found.conversions] };
      return { relation, dialect: null, path, firstLine: null, ...noText };
    }
  }
}

function ofText(
  text: Utf8Text,
  { relation, dialect, normalised }: OpenedText,
  again: ((dialect: Dialect) => Promise<{ readonly text: Utf8Text; readonly opened: OpenedText }>) | null,
): OpenedSource {
  const conversions = [...(text.note === null ? replacedInNames(dialect) : [text.note]), ...relation.conversions];
  return {
    relation: { ...relation, conversions },
    dialect,
    path: text.path,
    firstLine: 1 + dialect.skip + (dialect.header ? 1 : 0),
    broken: normalised === null ? null : { ...normalised.broken, path: normalised.brokenPath, fields: true },
    leftOut: normalised?.leftOut ?? [],
    normalise:
      again === null
        ? null
        : async () => {
            const next = await again(dialect);
            return ofText(next.text, next.opened, null);
          },
  };
}

/** The engine reads records alone: nothing else says what of a header is no text. */
function replacedInNames({ names, skip }: Dialect): string[] {
  const count = names.join('').split('\ufffd').length - 1;
  return count === 0 ? [] : [say('characters-replaced', { count, encoding: 'utf-8', line: skip + 1 })];
}

/** Columns without any record. */
function emptyRelation(names: readonly string[]): Relation {
  const columns = names.map((name, at) => ({
    form: 'text' as const,
    name,
    reference: `c${at}`,
    kind: 'guess' as const,
  }));
  const nothing = columns.map(({ reference }) => `NULL::VARCHAR AS ${reference}`);
  return {
    from: `(SELECT ${nothing.join(', ')} LIMIT 0)`,
    columns,
    form: 'json',
    numbers: plainNumbers,
    conversions: [],
  };
}

/** What the engine and the cutter cannot unpack while they read is unpacked beforehand. */
async function unpackedSource(source: Source, scratch: string, work: LongWork): Promise<Source> {
  if (source.format === 'xlsx') return source;
  const packing = await packingOf(source.path);
  const engineReads = source.format === 'ndjson' || (source.format === 'csv' && isUtf8Name(source.encoding ?? 'utf-8'));
  if (packing !== 'zip' && (packing !== 'zstd' || engineReads)) return source;
  return { ...source, path: await unpackTo(scratch, source.path, packing, work) };
}

async function assertReadable({ path, format }: Source): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new IngestError(
      error.code === 'ENOENT' ? say('file-not-there') : say('file-unreadable', { said: error.code ?? error.message }),
    );
  });
  if (!found.isFile()) throw new IngestError(say('no-file'));
  // No line is no record; other formats have more to say than that.
  if (found.size === 0 && format !== 'ndjson') throw new IngestError(say('file-empty'));
}

async function compressionOf(path: string): Promise<Dialect['compression']> {
  const packing = await packingOf(path);
  return packing === 'zip' ? 'none' : packing;
}
