import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Explanation, explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { LongWork } from '../../lib/long-work.ts';
import { listParts, type Part } from './formats/combine/list-parts.ts';
import { inPart } from './formats/combine/open-combined.ts';
import { namesOf } from './formats/delimited/open-delimited.ts';
import type { PlannedFile } from './formats/format.ts';
import { IngestError, type Plan, type ReadingOptions } from './reading.ts';

type PlanPart = (asked: ReadingOptions, scratch: string) => Promise<PlannedFile>;

/**
 * Plans how several files are read as one table, each by its own plan.
 * @throws {IngestError} naming the file that cannot be read, or has another format than the first
 */
export async function planCombined(
  asked: ReadingOptions & Required<Pick<ReadingOptions, 'combine'>>,
  planPart: PlanPart,
  scratch: string,
  work: LongWork,
): Promise<PlannedFile> {
  const { combine, point, columns: _, ...common } = asked;
  const { parts, empty } = await listParts(asked.path, combine.files);
  const planOne = async ({ path: file, entry, name }: Part, said: Pick<ReadingOptions, 'header' | 'rowsFrom'>) => {
    work.signal?.throwIfAborted();
    const folder = path.join(scratch, 'part');
    await mkdir(folder);
    // Marks that only some files have would be columns that the others lack.
    const marks = common.marks ?? null;
    const one = { ...common, ...said, path: file, name, point: null, marks, ...given({ entry }) };
    try {
      return await inPart(name, () => planPart(one, folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const planned: PlannedFile[] = [];
  for (const part of parts) {
    const one = await planOne(part, {});
    const { format } = planned[0]?.plan ?? one.plan;
    if (one.plan.format !== format) {
      const named = { first: parts[0]?.name ?? '', format, file: part.name, other: one.plan.format };
      throw new IngestError(explain('formats-differ', named));
    }
    planned.push(one);
  }
  // If one has a header, the others of the same shape do too, whatever their values look like.
  if (planned.some(({ plan }) => headerOf(plan) === true)) {
    for (const [at, { plan }] of planned.entries()) {
      const part = parts[at];
      if (headerOf(plan) === false && part !== undefined) planned[at] = await planOne(part, { header: true });
    }
  }
  // The same holds for columns that become rows: a file of one year has one such column.
  if (common.rowsFrom === undefined && planned.some(({ plan }) => plan.decided.rows !== undefined)) {
    for (const [at, { plan }] of planned.entries()) {
      const part = parts[at];
      if (plan.decided.rows === undefined && part !== undefined) planned[at] = await planOne(part, { rowsFrom: {} });
    }
  }
  const [first] = planned;
  if (first === undefined) throw new IngestError(explain('no-records'));
  const { layout, rows: _rows, marks: _marks, ...decided } = first.plan.decided;
  return {
    ...first,
    plan: {
      ...asked,
      name: path.basename(asked.path),
      format: first.plan.format,
      decided: { ...decided, seen: null, layout: { kind: 'combined', parts: planned.map(({ plan }) => plan) } },
    },
    beginning: { copy: null, whole: true },
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    names: layout.kind === 'delimited' && first.plan.decided.rows === undefined ? namesOf(layout) : null,
    notices: [
      ...(empty.length === 0 ? [] : [explain('empty-files-left-out', { count: empty.length, files: named(empty) })]),
      ...distinct(planned.flatMap((one) => one.notices)),
    ],
  };
}

/** Whether a text has a header; null for other formats, whose readers find it. */
function headerOf({ decided: { layout } }: Plan): boolean | null {
  return layout.kind === 'delimited' ? layout.header : null;
}

function distinct(notices: readonly Explanation[]): Explanation[] {
  return [...new Map(notices.map((notice) => [JSON.stringify(notice), notice])).values()];
}

function named(files: readonly string[]): string {
  return `${files.slice(0, 5).join(', ')}${files.length > 5 ? ', …' : ''}`;
}
