import type { Session } from '../../store/duckdb/session.ts';
import { IngestError, type LongWork, type StoredVersion } from '../../store/row-store.ts';
import { appendedRelation } from '../append.ts';
import { widen } from '../plan/plan-source.ts';
import type { SourcePlan } from '../plan/source-plan.ts';
import { readableOnly, writeRejects } from '../problems/rejects.ts';
import { readingFailure } from '../readers/encoding/unreadable-text.ts';
import { type WrittenFile, writeParquet } from './write-parquet.ts';

/** The version whose rows come first. */
export interface AppendTo {
  readonly version: StoredVersion;
  /** Its stored file. */
  readonly path: string;
  /** The columns that are concerned, where these are not all. */
  readonly only?: ReadonlySet<string>;
}

export interface FittingOptions {
  readonly appendTo: AppendTo | null;
  readonly rejects: string | null;
  /** As {@link writeParquet} has it. */
  readonly aligned?: boolean;
}

/** With `rejects`, records that cannot be read are no reason to fail. */
function mayReject(error: unknown, rejects: string | null): boolean {
  return error instanceof IngestError && error.badValues.length > 0 && rejects !== null;
}

/**
 * Writes the file; when values turn out not to fit the types that were found, once more with wider ones, and when
 * some cannot be read at all, without these if that is allowed.
 */
export async function writeFitting(
  session: Session,
  first: SourcePlan,
  target: string,
  { appendTo, rejects, aligned }: FittingOptions,
  work: LongWork,
): Promise<{ plan: SourcePlan; written: WrittenFile }> {
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
