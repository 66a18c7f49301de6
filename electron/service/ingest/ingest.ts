import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { allOf } from '../rows/all-of.ts';
import type { Engine } from '../rows/duckdb/engine.ts';
import type { Session } from '../rows/duckdb/session.ts';
import { syncFolder } from '../rows/durable-file.ts';
import { outlineFile } from '../rows/kept-outline.ts';
import { IngestError, type LongWork, type Source, type StoredVersion, type VersionKey } from '../rows/row-store.ts';
import { dataFileName } from '../rows/stored-files.ts';
import { appendedRelation } from './append.ts';
import { brokenRecordsError } from './broken-records.ts';
import { type OpenedSource, openSource } from './open-source.ts';
import { planSource, type SourcePlan, widen } from './plan-source.ts';
import { readableOnly, writeRejects } from './rejects.ts';
import { readingFailure, withReadable } from './unreadable-text.ts';
import { describeColumns, type WrittenFile, writeParquet } from './write-parquet.ts';

/** What an ingest works with. */
export interface IngestPlace {
  readonly engine: Engine;
  /** An empty folder of its own, removed by the caller when something goes wrong. */
  readonly folder: string;
}

/** The options of an ingest, with the stored file of the version whose rows come first. */
interface LocatedOptions {
  readonly appendTo: { readonly version: StoredVersion; readonly path: string } | null;
  readonly rejects: string | null;
}

/**
 * Turns a source into a stored file in `place.folder`: typed, checked, on the disk. Nothing but that file is left there.
 * @throws {IngestError} when the file cannot be understood or a value cannot be read
 */
export async function ingest(
  place: IngestPlace,
  key: VersionKey,
  source: Source,
  options: LocatedOptions,
  work: LongWork,
): Promise<StoredVersion> {
  await mkdir(place.folder, { recursive: true });
  const scratch = join(place.folder, 'scratch');
  await mkdir(scratch);
  return place.engine.import(work, async (session) => {
    const target = join(place.folder, dataFileName);
    const { plan, written } = await withReadable(await openSource(session, source, scratch, work), async (opened) => {
      refuseBroken(opened, options);
      const first = await planSource(session, opened, source);
      return writeFitting(session, first, target, options, work);
    });
    await rm(scratch, { recursive: true, force: true });
    return finish(session, key, target, plan, written, work);
  });
}

/** With `rejects`, records that cannot be read are no reason to fail. */
function mayReject(error: unknown, rejects: string | null): boolean {
  return error instanceof IngestError && error.badValues.length > 0 && rejects !== null;
}

/** Broken records fail an ingest unless they may be left out, and always where there are no others. */
function refuseBroken({ broken }: OpenedSource, { rejects }: LocatedOptions): void {
  if (broken === null || broken.count === 0) return;
  if (rejects === null || broken.hopeless) throw brokenRecordsError(broken);
}

/**
 * Writes the file; when values turn out not to fit the types that were found, once more with wider ones, and when
 * some cannot be read at all, without these if that is allowed.
 */
async function writeFitting(
  session: Session,
  first: SourcePlan,
  target: string,
  { appendTo, rejects }: LocatedOptions,
  work: LongWork,
): Promise<{ plan: SourcePlan; written: WrittenFile }> {
  let plan = first;
  for (;;) {
    const whole = appendTo ? appendedRelation(plan, appendTo.version, appendTo.path) : plan;
    const written = await writeParquet(session, whole, target, work);
    if (written.kind === 'written') {
      if (rejects === null) return { plan: whole, written };
      const rejected = await writeRejects(session, plan, rejects, work).catch(async (error: unknown) => {
        await written.file.forget();
        throw error;
      });
      return { plan: whole, written: { ...written, rejected } };
    }
    if (plan.kept !== undefined) throw readingFailure(plan.opened, written.cause);
    try {
      plan = await widen(session, plan, written.cause, work);
    } catch (error) {
      if (!mayReject(error, rejects)) throw error;
      plan = readableOnly(plan);
    }
  }
}

async function finish(
  session: Session,
  key: VersionKey,
  path: string,
  plan: SourcePlan,
  written: WrittenFile,
  work: LongWork,
): Promise<StoredVersion> {
  const { size } = await stat(path);
  const tell = (bytes: number) =>
    work.onProgress?.({ phase: 'checking', rows: written.rows, bytes, fraction: size === 0 ? 1 : bytes / size });
  const [columns, checksum] = await allOf([
    describeWritten(session, path, plan, written.rows),
    written.file.complete(work.signal, tell),
  ]);
  await syncFolder(join(path, '..'));
  const conversions = [...plan.conversions, ...written.conversions];
  return { key, checksum, rows: written.rows, bytes: size, columns, conversions, rejected: written.rejected };
}

/** What its columns are, and, for whoever looks at the version first, what is in them. */
async function describeWritten(
  session: Session,
  path: string,
  plan: SourcePlan,
  rows: number,
): Promise<StoredVersion['columns']> {
  const columns = await describeColumns(session, path, plan.columns);
  await outlineFile(session, path, columns, rows);
  return columns;
}
