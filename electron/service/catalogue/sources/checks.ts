import { type Explanation, readExplanation } from '#shared/failures.ts';
import type { SourceCheck, SourceState } from '#shared/follow.ts';
import { inTransaction, type Records } from '../database/catalogue.ts';

/** Maximum number of checks stored per source. */
const maxChecks = 500;

export interface CheckRecord {
  readonly at: string;
  readonly outcome: SourceCheck['outcome'];
  readonly reason?: Explanation | null;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly version?: string | null;
  /** Validators to compare with next time; undefined leaves them unchanged. */
  readonly state?: SourceState | null;
  /** Whether the content itself was read. */
  readonly full: boolean;
  readonly nextCheck: string | null;
  /** Whether to pause the source because of its failures. */
  readonly stop?: boolean;
}

/** Records a check and its consequences in one transaction. Does nothing if the dataset is no longer followed. */
export async function recordCheck(records: Records, datasetId: number, check: CheckRecord): Promise<void> {
  const { at, outcome, reason = null, bytes, milliseconds, version = null, state, full, nextCheck, stop } = check;
  const explained = reason === null ? null : JSON.stringify(reason);
  const hasFailed = outcome === 'failed';
  await inTransaction(records, async (transaction) => {
    const done = await transaction
      .updateTable('sources')
      .set((of) => ({
        requested: 0,
        failures: hasFailed ? of('failures', '+', 1) : 0,
        problem: hasFailed ? explained : null,
        last_check: at,
        ...(full ? { last_full: at } : {}),
        ...(outcome === 'changed' ? { last_change: at } : {}),
        ...(state === undefined ? {} : { state: state === null ? null : JSON.stringify(state) }),
        ...(stop === true ? { paused: 'failures' as const } : {}),
        next_check: nextCheck,
        traffic: of('traffic', '+', bytes),
      }))
      .where('dataset_id', '=', datasetId)
      .executeTakeFirst();
    if (done.numUpdatedRows === 0n) return;
    const { id } = await transaction
      .insertInto('source_checks')
      .values({ dataset_id: datasetId, at, outcome, reason: explained, bytes, milliseconds, version })
      .returning('id')
      .executeTakeFirstOrThrow();
    // Old checks are not removed every time, because finding the oldest ones scans all newer ones.
    if (id % 50 !== 0) return;
    const oldest = await transaction
      .selectFrom('source_checks')
      .select('id')
      .where('dataset_id', '=', datasetId)
      .orderBy('id', 'desc')
      .offset(maxChecks)
      .limit(1)
      .executeTakeFirst();
    if (oldest === undefined) return;
    await transaction
      .deleteFrom('source_checks')
      .where('dataset_id', '=', datasetId)
      .where('id', '<=', oldest.id)
      .execute();
  });
}

/** The checks of a source, newest first. */
export async function readChecks(records: Records, datasetId: number, limit: number): Promise<SourceCheck[]> {
  const rows = await records
    .selectFrom('source_checks')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ at, outcome, reason, bytes, milliseconds, version }) => ({
    at,
    outcome,
    reason: reason === null ? null : readExplanation(JSON.parse(reason)),
    bytes,
    milliseconds,
    version,
  }));
}
