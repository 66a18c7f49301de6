import { LRUCache } from 'lru-cache';
import { type CodeList, codeListColumns, codeListOf, maxCodes } from '#shared/codes/code-list.ts';
import { everyRow } from '#shared/row-query.ts';
import { type Exact, isRecord, parseExactly } from '../../../lib/exact-json.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { isReadable, type StatementReader } from '../../catalogue/access/access.ts';
import { findDatasetById, type LocatedDataset } from '../../catalogue/records/readable-dataset.ts';
import { findStoredVersion, notesOfColumns } from '../../catalogue/records/versions.ts';
import type { ServiceDeps } from '../../deps.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { RowStore } from '../../rows/row-store.ts';

export type CodesDeps = Pick<ServiceDeps, 'catalogue' | 'rows'>;

/** The code list of a column. */
export interface LinkedList extends LocatedDataset {
  readonly version: StoredVersion;
}

/** The code lists of the columns of a dataset that a reader may read, by the names of the columns. */
export async function linkedLists(
  { catalogue: { records } }: Pick<CodesDeps, 'catalogue'>,
  datasetId: number,
  reader: StatementReader,
): Promise<ReadonlyMap<string, LinkedList>> {
  const notes = (await notesOfColumns(records, [datasetId])).get(datasetId) ?? new Map();
  const lists = new Map<string, LinkedList>();
  for (const [name, { codes }] of notes) {
    const located = codes === null ? null : await findDatasetById(records, codes);
    if (located === null || !isReadable(located.dataset, located.namespace, reader)) continue;
    const version = await listVersion(records, located);
    if (version !== null) lists.set(name, { ...located, version });
  }
  return lists;
}

/** The newest version of a dataset as a code list; null if it is none. */
export async function listVersion(
  records: CodesDeps['catalogue']['records'],
  { dataset }: Pick<LocatedDataset, 'dataset'>,
): Promise<StoredVersion | null> {
  const version = await findStoredVersion(records, dataset.id);
  const names = new Set(version?.columns.map(({ name }) => name));
  return version !== null && names.has('code') && names.has('label') && version.rows <= maxCodes ? version : null;
}

/** Rows of a page, integers of any length with all their digits. */
export function exactRows(json: Buffer): readonly { readonly [name: string]: Exact }[] {
  const rows = parseExactly(`[${json.toString('utf8')}]`);
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

const readLists = new WeakMap<RowStore, LRUCache<string, CodeList>>();

/** The codes of a list; lists are cached. */
export async function readCodeList(rows: RowStore, version: StoredVersion, work: LongWork = {}): Promise<CodeList> {
  const known = readLists.get(rows) ?? new LRUCache({ maxSize: 4 * maxCodes, sizeCalculation: ({ size }) => size + 1 });
  readLists.set(rows, known);
  const there = known.get(version.key);
  if (there !== undefined) return there;
  const own = new Set(version.columns.map(({ name }) => name));
  const fields = codeListColumns.filter((name) => own.has(name));
  const { json } = await rows.open(version).page({ ...everyRow, fields }, 0, maxCodes, work);
  const list = codeListOf(exactRows(json));
  known.set(version.key, list);
  return list;
}
