import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Transaction } from 'kysely';
import { syncFolder } from '../../../lib/durable-file.ts';
import { type Catalogue, inTransaction, type Records } from '../database/catalogue.ts';
import type { SidecarChangeTable, Tables } from '../database/tables.ts';
import { trashed } from '../records/namespaces.ts';
import { describeAccounts, describeDataset, describeNamespace, describeVersion } from './describe.ts';
import { documentFile, removeUnfinishedDocuments, writeDocument } from './sidecar-files.ts';

/** Updates the documents beside the rows, from which a lost catalogue can be rebuilt. */
export type Sidecars = ReturnType<typeof openSidecars>;

/** Number of documents written within one transaction, while other writers of the catalogue wait. */
const changesAtOnce = 20;

type Change = Pick<SidecarChangeTable, 'kind' | 'subject' | 'key'>;

/** PostgreSQL has backups of its own, from which its catalogue is restored: no documents are written for it. */
const noSidecars: Sidecars = { writeVersion: async () => {}, flush: async () => {}, sweep: async () => {} };

/** @param onFailure called for documents that could not be written */
export function sidecarsOf(
  { records, nodes }: Catalogue,
  dataFolder: string,
  onFailure: (error: unknown) => void = () => {},
): Sidecars {
  return nodes === null ? openSidecars(records, dataFolder, onFailure) : noSidecars;
}

/** @param onFailure called for documents that could not be written */
export function openSidecars(records: Records, dataFolder: string, onFailure: (error: unknown) => void = () => {}) {
  let flushing: Promise<void> = Promise.resolve();

  async function flushAll(): Promise<void> {
    try {
      for (let after: number | null = 0; after !== null; )
        after = await flushBatch(records, dataFolder, after, onFailure);
    } catch (error) {
      onFailure(error);
    }
  }

  return {
    /** Writes the document of a version that becomes ready in this transaction; durable when this resolves. */
    async writeVersion(transaction: Records, versionId: number): Promise<void> {
      const document = await describeVersion(transaction, versionId);
      // Rows in a row store outside the data folder have no folder here.
      if (document === null || !hasFolder(dataFolder, document.key)) return;
      await writeDocument(documentFile(dataFolder, 'version', versionId, document.key), document);
    },
    /** Writes all pending changes; resolves when they are durable. Failed ones are retried next time. */
    async flush(): Promise<void> {
      flushing = flushing.then(flushAll);
      await flushing;
    },
    /** Removes temporary files of killed processes, and schedules missing documents for the next flush. */
    async sweep(): Promise<void> {
      // Documents are written within transactions, so none is written during this one.
      await inTransaction(records, async (transaction) => {
        await noteMissing(transaction, dataFolder, await removeUnfinishedDocuments(dataFolder));
      }).catch(onFailure);
    },
  };
}

/** Schedules missing documents, for instance after a file was deleted by hand. */
async function noteMissing(records: Records, dataFolder: string, documents: ReadonlySet<string>): Promise<void> {
  const subjects: Change[] = [{ kind: 'accounts', subject: 0, key: '' }];
  // What is in the trash has none.
  const namespaces = await records
    .selectFrom('namespaces')
    .select('id')
    .where('provisional', '=', 0)
    .where('id', 'not in', trashed(records))
    .execute();
  const datasets = await records
    .selectFrom('datasets')
    .select('id')
    .where('provisional', '=', 0)
    .where('namespace_id', 'not in', trashed(records))
    .execute();
  const versions = await records
    .selectFrom('versions')
    .innerJoin('datasets', 'datasets.id', 'versions.dataset_id')
    .select(['versions.id', 'versions.key'])
    .where('state', '=', 'ready')
    .where('namespace_id', 'not in', trashed(records))
    .execute();
  subjects.push(...namespaces.map(({ id }) => ({ kind: 'namespace' as const, subject: id, key: '' })));
  subjects.push(...datasets.map(({ id }) => ({ kind: 'dataset' as const, subject: id, key: '' })));
  subjects.push(...versions.map(({ id, key }) => ({ kind: 'version' as const, subject: id, key })));
  for (const change of subjects) {
    if (documents.has(documentFile(dataFolder, change.kind, change.subject, change.key))) continue;
    await records.insertInto('sidecar_changes').values(change).execute();
  }
}

function hasFolder(dataFolder: string, key: string): boolean {
  return existsSync(path.dirname(documentFile(dataFolder, 'version', 0, key)));
}

/**
 * Writes a batch of scheduled documents. One that cannot be written stays scheduled and does not block the following
 * ones.
 * @param after number of the last change that was tried
 * @returns `after` for the next call; null if there are no more
 */
async function flushBatch(
  records: Records,
  dataFolder: string,
  after: number,
  onFailure: (error: unknown) => void,
): Promise<number | null> {
  // Checking needs no lock, and most calls find nothing.
  const pending = await records
    .selectFrom('sidecar_changes')
    .select('id')
    .where('id', '>', after)
    .limit(1)
    .executeTakeFirst();
  if (pending === undefined) return null;
  // Writers wait meanwhile, in this process and others: no older state can be written over a newer one.
  return await inTransaction(records, async (transaction) => {
    const changes = await transaction
      .selectFrom('sidecar_changes')
      .select((of) => ['kind', 'subject', 'key', of.fn.min('id').as('first')])
      .where('id', '>', after)
      .groupBy(['kind', 'subject', 'key'])
      .orderBy('first')
      .limit(changesAtOnce)
      .execute();
    for (const change of changes) {
      try {
        await follow(transaction, dataFolder, change);
      } catch (error) {
        onFailure(error);
        continue;
      }
      // One document covers all scheduled changes of its subject, such as thousands of new columns.
      const { kind, subject, key } = change;
      const noted = transaction.deleteFrom('sidecar_changes').where('kind', '=', kind).where('subject', '=', subject);
      await noted.where('key', '=', key).execute();
    }
    return changes.length === changesAtOnce ? Number(changes.at(-1)?.first) : null;
  });
}

/** Updates the document of one record from the catalogue. */
async function follow(transaction: Transaction<Tables>, dataFolder: string, change: Change): Promise<void> {
  const { kind, subject, key } = change;
  if (kind === 'version' && !hasFolder(dataFolder, key)) return;
  const file = documentFile(dataFolder, kind, subject, key);
  const document = await documentOf(transaction, change);
  if (document !== null) {
    // A version never changes: its document describes how things were then.
    if (kind !== 'version' || !existsSync(file)) await writeDocument(file, document);
  } else if (existsSync(file)) {
    await rm(file, { force: true });
    await syncFolder(path.dirname(file));
  }
}

async function documentOf(transaction: Transaction<Tables>, { kind, subject }: Change) {
  switch (kind) {
    case 'namespace':
      return await describeNamespace(transaction, subject);
    case 'dataset':
      return await describeDataset(transaction, subject);
    case 'version':
      return await describeVersion(transaction, subject);
    case 'accounts':
      return await describeAccounts(transaction);
  }
}
