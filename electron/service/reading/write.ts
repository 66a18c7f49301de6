import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listedCodes, type StatedCodes } from '#shared/codes/stated-codes.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import type { LeftOutLine } from '#shared/rpc/source-file.ts';
import { allOf } from '../../lib/all-of.ts';
import { syncFolder } from '../../lib/durable-file.ts';
import type { LongWork } from '../../lib/long-work.ts';
import type { Engine } from '../engine/engine.ts';
import type { Session } from '../engine/session.ts';
import { sealFile } from '../files/checksum.ts';
import { dataFileName, rejectsFileName } from '../files/stored-files.ts';
import type { StoredColumn, StoredVersion, VersionKey } from '../files/stored-version.ts';
import { keptLines } from './around/table-notes.ts';
import { assertColumnCount, assertNames } from './columns/plan-columns.ts';
import { planTable, withUnitsNote } from './columns/plan-table.ts';
import { textNotes } from './columns/survey-evidence.ts';
import { openTable } from './formats/open-table.ts';
import { checkParquet } from './formats/parquet/open-parquet.ts';
import type { OpenedTable } from './formats/relation.ts';
import { planOf } from './plan.ts';
import { brokenRecordsError } from './problems/bad-values.ts';
import type { ReadingOptions } from './reading.ts';
import { assertUnchanged } from './seen-file.ts';
import { withReadable } from './values/encoding/unreadable-text.ts';
import { outlineFile } from './write/stored-statistics.ts';
import { ingestWide } from './write/wide/ingest-wide.ts';
import { isWide } from './write/wide/wide-strips.ts';
import { type AppendTo, writeFitting } from './write/write-fitting.ts';
import { describeColumns, type WrittenFile } from './write/write-parquet.ts';

/** The environment of an ingest. */
export interface IngestContext {
  readonly engine: Engine;
  /** A separate empty folder; the caller removes it on failure. */
  readonly folder: string;
}

/** The options of an ingest, with the stored file of the version to append to. */
interface LocatedOptions {
  readonly appendTo: AppendTo | null;
  /** Whether unreadable records go to a file of their own instead of failing the ingest. */
  readonly rejects: boolean;
}

/**
 * Writes the table of a file, as planned, to a stored file in `place.folder`: typed, validated, durable. Only that file, and the one of
 * rejected records, remain there.
 * @throws {IngestError} if the file cannot be understood or a value cannot be read
 */
export async function ingest(
  place: IngestContext,
  key: VersionKey,
  file: ReadingOptions,
  options: LocatedOptions,
  work: LongWork,
): Promise<StoredVersion> {
  await mkdir(place.folder, { recursive: true });
  const scratch = join(place.folder, 'scratch');
  await mkdir(scratch);
  const plan = await planOf(file, scratch, work);
  return place.engine.import(work, async (session) => {
    await assertUnchanged(plan);
    const target = join(place.folder, dataFileName);
    const ingested = await withReadable(await openTable(session, plan, null, scratch, work), async (opened) => {
      assertColumnCount(opened.relation, plan);
      if (opened.relation.form === 'parquet') await checkParquet(opened.path, work.signal);
      if (isWide(opened) && !options.rejects) {
        const wide = await ingestWide(session, opened, plan, { scratch, target, appendTo: options.appendTo }, work);
        return { ...wide, leftOut: opened.leftOut, codes: [], columns: async () => wide.columns };
      }
      refuseBroken(opened, options);
      const first = await withUnitsNote(session, await planTable(session, opened, plan));
      assertNames(first.columns.map(({ name }) => name));
      const rejects = options.rejects ? join(place.folder, rejectsFileName) : null;
      const { plan: fitting, written } = await writeFitting(session, first, target, { ...options, rejects }, work);
      return {
        written,
        conversions: [...fitting.conversions, ...textNotes(fitting)],
        leftOut: opened.leftOut,
        codes: codesOf(opened, fitting),
        columns: () => describeColumns(session, target, fitting.columns),
      };
    });
    await rm(scratch, { recursive: true, force: true });
    // It may have been written to while it was read.
    await assertUnchanged(plan);
    return finishIngest(session, key, target, ingested, options.appendTo?.version.columns ?? [], work);
  });
}

/** The stated codes by the names that the columns have in the version. */
function codesOf(
  { codes = [] }: OpenedTable,
  { columns }: { readonly columns: readonly { readonly source: string; readonly name: string }[] },
): readonly StatedCodes[] {
  return codes.flatMap((stated) => {
    const column = columns.find(({ source }) => source === stated.column);
    return column === undefined ? [] : [{ ...stated, column: column.name }];
  });
}

/** Broken records fail an ingest unless they may be omitted, and always if there are no others. */
function refuseBroken({ broken }: OpenedTable, { rejects }: LocatedOptions): void {
  if (broken === null || broken.count === 0) return;
  if (!rejects || broken.hopeless) throw brokenRecordsError(broken);
}

interface Ingested {
  readonly written: WrittenFile;
  readonly conversions: readonly Explanation[];
  readonly leftOut: readonly LeftOutLine[];
  readonly codes: readonly StatedCodes[];
  readonly columns: () => Promise<readonly StoredColumn[]>;
}

/** Completes a written file: its columns, checksum and statistics, made durable. */
export async function finishIngest(
  session: Session,
  key: VersionKey,
  path: string,
  { written, conversions, leftOut, codes, columns: columnsOf }: Ingested,
  before: readonly StoredColumn[],
  work: LongWork,
): Promise<StoredVersion> {
  const { size } = await stat(path);
  const reportProgress = (bytes: number) =>
    work.onProgress?.({ phase: 'checking', rows: written.rows, bytes, fraction: size === 0 ? 1 : bytes / size });
  const [columns, checksum] = await allOf([
    describeWritten(session, path, columnsOf, written.rows),
    sealFile(path, work.signal, reportProgress),
  ]);
  await syncFolder(join(path, '..'));
  const { rows, rejected } = written;
  const notes = [
    ...conversions,
    ...written.conversions,
    ...lostMoments(before, columns),
    ...listedCodes(codes, columns).notes,
  ];
  const lines = keptLines(leftOut);
  const kept = { ...(lines.length > 0 && { lines }), ...(codes.length > 0 && { codes }) };
  return { key, checksum, rows, bytes: size, columns, conversions: notes, rejected, ...kept };
}

/** Notes on columns of dates or times that became plain text with the appended rows. */
function lostMoments(before: readonly StoredColumn[], columns: readonly StoredColumn[]): Explanation[] {
  const now = new Map(columns.map((column) => [column.name, column]));
  return before.flatMap(({ name, moment }) =>
    moment !== undefined && now.get(name)?.moment === undefined ? [explain('dates-to-text', { column: name })] : [],
  );
}

/** The columns of the written file and, for the first reader of the version, their statistics. */
async function describeWritten(
  session: Session,
  path: string,
  columnsOf: Ingested['columns'],
  rows: number,
): Promise<readonly StoredColumn[]> {
  const columns = await columnsOf();
  await outlineFile(session, path, columns, rows);
  return columns;
}
