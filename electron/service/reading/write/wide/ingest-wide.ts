import { join } from 'node:path';
import { type Explanation, explain } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/backend-failure.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import type { Session } from '../../../engine/session.ts';
import type { StoredColumn } from '../../../files/stored-version.ts';
import { assertNames, type TablePlan, uniqueNames } from '../../columns/plan-columns.ts';
import { planTable } from '../../columns/plan-table.ts';
import type { OpenedTable } from '../../formats/relation.ts';
import { brokenRecordsError, shownBadValues, summary } from '../../problems/bad-values.ts';
import { IngestError, type Plan } from '../../reading.ts';
import { storedNames } from '../../values/stored-names.ts';
import { type AppendTo, writeFitting } from '../write-fitting.ts';
import { describeColumns, type WrittenFile } from '../write-parquet.ts';
import { type ColumnsFile, joinParquet } from './join-parquet.ts';
import { columnsOfStrip, openWide } from './wide-strips.ts';

/** Where a wide text is written, and what precedes its rows. */
export interface WideTarget {
  /** A folder that the caller removes. */
  readonly scratch: string;
  readonly target: string;
  readonly appendTo: AppendTo | null;
}

export interface WideResult {
  readonly written: WrittenFile;
  readonly conversions: readonly Explanation[];
  readonly columns: readonly StoredColumn[];
}

/**
 * Converts a text of many columns to a stored file: strips of columns are read and written one after the other, and the
 * files joined.
 * @throws {IngestError} as the ingest of any other file, with the bad values of all strips
 */
export async function ingestWide(
  session: Session,
  opened: OpenedTable,
  file: Plan,
  place: WideTarget,
  work: LongWork,
): Promise<WideResult> {
  const { folder, strips, text } = await openWide(opened, file, place.scratch, work);
  if (text.broken.count > 0) throw brokenRecordsError(text.broken);
  const plans: TablePlan[] = [];
  for (const strip of strips) {
    work.signal?.throwIfAborted();
    plans.push(await planTable(session, strip.opened, strip.file));
  }
  const written = await writeStrips(session, named(plans), folder, place, work);
  return { ...written, conversions: [...opened.relation.conversions, ...text.notes, ...written.conversions] };
}

/** New names of columns may equal those of columns in other strips. */
function named(plans: readonly TablePlan[]): TablePlan[] {
  const names = uniqueNames(plans.flatMap(({ columns }) => columns.map(({ name }) => name)));
  assertNames(names);
  let at = 0;
  return plans.map((plan) => {
    const columns = plan.columns.map((column, own) => ({ ...column, name: names[at + own] ?? column.name }));
    at += columns.length;
    return { ...plan, columns };
  });
}

interface WrittenStrip {
  readonly path: string;
  readonly plan: TablePlan;
  readonly columns: readonly StoredColumn[];
  readonly written: WrittenFile;
}

async function writeStrips(
  session: Session,
  plans: readonly TablePlan[],
  folder: string,
  { appendTo, target }: WideTarget,
  work: LongWork,
): Promise<WideResult> {
  const requested = appendTo === null ? plans.map((plan) => ({ plan, appendTo })) : withEarlierColumns(plans, appendTo);
  const strips: WrittenStrip[] = [];
  const failures: IngestError[] = [];
  for (const [at, { plan, appendTo }] of requested.entries()) {
    const path = join(folder, `strip-${at}.parquet`);
    const part = partOf(work, at, requested.length);
    try {
      const fitting = await writeFitting(session, plan, path, { appendTo, rejects: null, aligned: true }, part);
      strips.push({ ...fitting, path, columns: await describeColumns(session, path, fitting.plan.columns) });
    } catch (error) {
      if (!(error instanceof IngestError) || error.badValues.length === 0) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw joinedFailure(failures);
  return joinStrips(strips, appendTo, target, work);
}

interface RequestedPlan {
  readonly plan: TablePlan;
  readonly appendTo: AppendTo | null;
}

/** Each strip with the earlier rows of its columns, and strips of columns that the new rows do not have. */
function withEarlierColumns(plans: readonly TablePlan[], appendTo: AppendTo): RequestedPlan[] {
  const coming = new Set(plans.flatMap(({ columns }) => columns.map(({ name }) => name)));
  const missing = appendTo.version.columns.map(({ name }) => name).filter((name) => !coming.has(name));
  const requested = plans.map((plan) => {
    return { plan, appendTo: { ...appendTo, only: new Set(plan.columns.map(({ name }) => name)) } };
  });
  const [first] = plans;
  for (let at = 0; first !== undefined && at < missing.length; at += columnsOfStrip) {
    const only = new Set(missing.slice(at, at + columnsOfStrip));
    requested.push({ plan: { ...first, columns: [], conversions: [] }, appendTo: { ...appendTo, only } });
  }
  return requested;
}

/** Reports the progress of one strip as part of the whole. */
function partOf(work: LongWork, at: number, count: number): LongWork {
  const { onProgress } = work;
  if (onProgress === undefined) return work;
  return {
    ...work,
    onProgress: (progress) => {
      const fraction = (at + (progress.fraction ?? 0)) / count;
      onProgress({ ...progress, rows: 0, fraction });
    },
  };
}

async function joinStrips(
  strips: readonly WrittenStrip[],
  appendTo: AppendTo | null,
  target: string,
  work: LongWork,
): Promise<WideResult> {
  const coming = strips.flatMap(({ columns }) => columns);
  const byName = new Map(coming.map((column) => [column.name, column]));
  const order = new Set([...(appendTo?.version.columns ?? []), ...coming].map(({ name }) => name));
  const names = [...order];
  const positions = new Map(names.map((name, position) => [name, position]));
  const parts = strips.map(({ path, columns }): ColumnsFile => {
    return { path, positions: columns.map(({ name }) => positions.get(name) ?? -1) };
  });
  await joinParquet(parts, storedNames(names), target, work.signal);
  const conversions = strips.flatMap(({ plan, written }) => [...plan.conversions, ...written.conversions]);
  const rows = strips[0]?.written.rows ?? 0;
  return {
    written: { kind: 'written', rows, rejected: 0, conversions: [] },
    conversions,
    columns: names.flatMap((name) => byName.get(name) ?? []),
  };
}

/** The bad values of several strips in file order. */
function joinedFailure(failures: readonly IngestError[]): IngestError {
  const all: BadValue[] = failures
    .flatMap(({ badValues }) => badValues)
    .sort((one, other) => (one.row ?? 0) - (other.row ?? 0));
  const [first] = all;
  const total = failures.reduce((sum, { count }) => sum + count, 0);
  if (first === undefined || failures.length === 1) return failures[0] ?? new IngestError(explain('no-records'));
  return new IngestError(summary(total, first, 'value'), all.slice(0, shownBadValues), total);
}
