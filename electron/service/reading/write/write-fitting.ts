import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { widen } from '../columns/plan-table.ts';
import type { TablePlan } from '../columns/table-plan.ts';
import { readableOnly, writeRejects } from '../problems/rejects.ts';
import { IngestError } from '../reading.ts';
import { readingFailure } from '../values/encoding/unreadable-text.ts';
import { appendedRelation } from './append.ts';
import { type WrittenFile, writeParquet } from './write-parquet.ts';

/** The version to append to. */
export interface AppendTo {
  readonly version: StoredVersion;
  /** The path of its stored file. */
  readonly path: string;
  /** The columns concerned, if not all. */
  readonly only?: ReadonlySet<string>;
}

export interface FittingOptions {
  readonly appendTo: AppendTo | null;
  readonly rejects: string | null;
  /** Whether row groups are aligned as by {@link writeParquet}. */
  readonly aligned?: boolean;
}

/** With `rejects`, unreadable records do not fail the write. */
function mayReject(error: unknown, rejects: string | null): boolean {
  return error instanceof IngestError && error.badValues.length > 0 && rejects !== null;
}

/**
 * Writes the file; if values do not fit the detected types, again with wider ones, and if some cannot be read at all,
 * without these if that is allowed.
 */
export async function writeFitting(
  session: Session,
  first: TablePlan,
  target: string,
  { appendTo, rejects, aligned }: FittingOptions,
  work: LongWork,
): Promise<{ plan: TablePlan; written: WrittenFile }> {
  let plan = first;
  for (;;) {
    const whole = appendTo ? appendedRelation(plan, appendTo.version, appendTo.path, appendTo.only) : plan;
    const written = await writeParquet(session, whole, target, work, aligned);
    if (written.kind === 'written') {
      if (rejects === null) return { plan: whole, written };
      const rejected = await writeRejects(session, plan, rejects, work).catch(async (error: unknown) => {
        await written.file.discard();
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
