import type { Selectable } from 'kysely';
import { type Explanation, readExplanation } from '#shared/failures.ts';
import type {
  ChangeSummary,
  Choice,
  Guards,
  HeldVersion,
  Retention,
  SourceState,
  SourceStatus,
} from '#shared/follow.ts';
import { given } from '#shared/given.ts';
import { findRow, type Records } from '../database/catalogue.ts';
import { addressOfChoice, isFirstNode } from '../database/dialect.ts';
import { fromRow, type RecordOf, rowOf } from '../database/row-form.ts';
import type { SourceTable } from '../database/tables.ts';
import { keepKey } from '../records/datasets.ts';
import { trashed } from '../records/namespaces.ts';

/** The source that a dataset follows, with its current state. */
export interface StoredSource extends Omit<RecordOf<Omit<Row, 'held' | 'row_key'>>, keyof ParsedFields>, ParsedFields {}

/** What a row has as JSON. */
interface ParsedFields {
  readonly choice: Choice;
  readonly retention: Retention;
  readonly guards: Guards;
  readonly key: readonly string[] | null;
  readonly state: SourceState | null;
  readonly problem: Explanation | null;
  /** Whether a version waits for a decision. */
  readonly isHeld: boolean;
}

/** Changes to the settings of a source; missing ones stay unchanged. */
export interface SourceUpdate {
  readonly choice?: Choice;
  readonly every?: string;
  readonly allowPrivate?: boolean;
  readonly retention?: Retention;
  readonly guards?: Guards;
  readonly key?: readonly string[] | null;
  readonly paused?: boolean;
  readonly notify?: boolean;
  readonly nextCheck?: string | null;
}

export interface NewSource extends Required<Omit<SourceUpdate, 'key' | 'paused' | 'notify'>> {
  readonly key?: readonly string[] | null;
  readonly state?: SourceState | null;
  readonly lastCheck?: string | null;
}

function fromJson<Value>(text: string | null): Value | null {
  return text === null ? null : (JSON.parse(text) as Value);
}

type Row = Selectable<SourceTable> & {
  readonly namespace: string;
  readonly dataset: string;
  readonly title: string;
  readonly row_key: string | null;
  readonly held: string | null;
};

function entry({ held, row_key: key, ...row }: Row): StoredSource {
  const problem = fromJson(row.problem);
  return {
    ...fromRow(row),
    choice: JSON.parse(row.choice) as Choice,
    retention: JSON.parse(row.retention) as Retention,
    guards: JSON.parse(row.guards) as Guards,
    key: fromJson<string[]>(key),
    state: fromJson<SourceState>(row.state),
    problem: problem === null ? null : readExplanation(problem),
    isHeld: held !== null,
  };
}

function rowsOf(records: Records) {
  return records
    .selectFrom('sources')
    .innerJoin('datasets', 'datasets.id', 'sources.dataset_id')
    .innerJoin('namespaces', 'namespaces.id', 'datasets.namespace_id')
    .leftJoin('held_versions', 'held_versions.dataset_id', 'sources.dataset_id')
    .selectAll('sources')
    .select([
      'namespaces.slug as namespace',
      'datasets.slug as dataset',
      'datasets.label as title',
      'datasets.row_key',
      'held_versions.at as held',
    ]);
}

/** All followed datasets that are listed, by name. */
export async function listSources(records: Records): Promise<StoredSource[]> {
  const rows = await rowsOf(records)
    .where('datasets.provisional', '=', 0)
    .where('datasets.namespace_id', 'not in', trashed(records))
    .orderBy('namespaces.slug')
    .orderBy('datasets.slug')
    .execute();
  return rows.map(entry);
}

export async function findSource(records: Records, datasetId: number): Promise<StoredSource | null> {
  const row = await rowsOf(records).where('sources.dataset_id', '=', datasetId).executeTakeFirst();
  return row === undefined ? null : entry(row);
}

/** A source to check now, with the fields that scheduling needs. */
export interface DueSource {
  readonly datasetId: number;
  readonly namespace: string;
  readonly dataset: string;
  readonly address: string;
  readonly requested: boolean;
}

/** The sources to check now, those that have waited longest first. Of several nodes one checks all. */
export async function dueSources(records: Records, at: string): Promise<DueSource[]> {
  const rows = await records
    .selectFrom('sources')
    .innerJoin('datasets', 'datasets.id', 'sources.dataset_id')
    .innerJoin('namespaces', 'namespaces.id', 'datasets.namespace_id')
    .select([
      'sources.dataset_id as datasetId',
      'namespaces.slug as namespace',
      'datasets.slug as dataset',
      'sources.requested',
      addressOfChoice(records).as('address'),
    ])
    .where('datasets.namespace_id', 'not in', trashed(records))
    .where((is) =>
      is.or([
        is('sources.requested', '=', 1),
        is.and([
          is('sources.paused', '=', 'no'),
          is('sources.next_check', 'is not', null),
          is('sources.next_check', '<=', at),
        ]),
      ]),
    )
    .where(isFirstNode(records))
    .orderBy('sources.next_check', (by) => by.asc().nullsFirst())
    .execute();
  return rows.map(({ requested, ...row }) => ({ ...row, requested: requested === 1 }));
}

/** When the next source is due; null for never. */
export async function nextDue(records: Records): Promise<string | null> {
  const row = await records
    .selectFrom('sources')
    .select((of) => of.fn.min('next_check').as('next'))
    .where('paused', '=', 'no')
    .executeTakeFirst();
  return row?.next ?? null;
}

/** Makes an existing dataset follow an address, replacing its previous source. */
export async function putSource(
  records: Records,
  datasetId: number,
  { choice, every, allowPrivate, retention, guards, key, state, lastCheck = null, nextCheck }: NewSource,
  now: string,
): Promise<void> {
  const values = {
    choice: JSON.stringify(choice),
    every,
    retention: JSON.stringify(retention),
    guards: JSON.stringify(guards),
    paused: 'no' as const,
    state: state === undefined || state === null ? null : JSON.stringify(state),
    rejected: '',
    failures: 0,
    problem: null,
    ...rowOf({ allowPrivate, requested: false, lastCheck, lastFull: lastCheck, lastChange: null, nextCheck }),
  };
  await records
    .insertInto('sources')
    .values({ dataset_id: datasetId, ...values, since: now })
    .onConflict((conflict) => conflict.column('dataset_id').doUpdateSet(values))
    .execute();
  if (key !== undefined && key !== null) await keepKey(records, datasetId, key);
}

/** Changes settings; resuming resets the count of failures. @returns false if the dataset is not followed */
export async function changeSource(records: Records, datasetId: number, change: SourceUpdate): Promise<boolean> {
  const { choice, every, allowPrivate, retention, guards, key, paused, notify, nextCheck } = change;
  const values = {
    ...(choice === undefined ? {} : { choice: JSON.stringify(choice), state: null }),
    ...rowOf(given({ every, allowPrivate, notify, nextCheck })),
    ...(retention === undefined ? {} : { retention: JSON.stringify(retention) }),
    ...(guards === undefined ? {} : { guards: JSON.stringify(guards) }),
    ...(paused === undefined
      ? {}
      : paused
        ? { paused: 'user' as const }
        : { paused: 'no' as const, failures: 0, problem: null }),
  };
  if ((await findSource(records, datasetId)) === null) return false;
  if (key !== undefined) await keepKey(records, datasetId, key);
  if (Object.keys(values).length === 0) return true;
  const done = await records.updateTable('sources').set(values).where('dataset_id', '=', datasetId).executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Requests a check as soon as possible, regardless of the schedule. @returns false if the dataset is not followed */
export async function requestCheck(records: Records, datasetId: number): Promise<boolean> {
  const done = await records
    .updateTable('sources')
    .set({ requested: 1 })
    .where('dataset_id', '=', datasetId)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/**
 * Records content that the next checks of a dataset do not publish; nothing happens if the dataset is not followed.
 * @param rejected digest of the content, or its checksum
 */
export async function rejectContent(records: Records, datasetId: number, rejected: string): Promise<void> {
  await records.updateTable('sources').set({ rejected }).where('dataset_id', '=', datasetId).execute();
}

/**
 * Removes the source of a dataset.
 * @returns whether there was one, and the key of a version that waited for a decision, whose rows the caller removes
 */
export async function deleteSource(
  records: Records,
  datasetId: number,
): Promise<{ found: boolean; held: string | null }> {
  const held = await findRow(records, 'held_versions', { dataset_id: datasetId });
  const done = await records.deleteFrom('sources').where('dataset_id', '=', datasetId).executeTakeFirst();
  return { found: done.numDeletedRows > 0n, held: held?.key ?? null };
}

/** The version of a dataset that waits for a decision, as users see it. */
export async function findHeld(records: Records, datasetId: number): Promise<HeldVersion | null> {
  const row = await findRow(records, 'held_versions', { dataset_id: datasetId });
  if (row === undefined) return null;
  const reasons = (JSON.parse(row.reasons) as unknown[]).map(readExplanation);
  return { at: row.at, reasons, summary: JSON.parse(row.summary) as ChangeSummary };
}

/** The status of a source. */
export function statusOf({ paused, isHeld, failures, lastCheck }: StoredSource): SourceStatus {
  if (paused !== 'no') return paused === 'user' ? 'paused' : 'stopped';
  if (isHeld) return 'held';
  if (failures > 0) return 'failing';
  return lastCheck === null ? 'new' : 'active';
}
