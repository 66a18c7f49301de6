import { queryOptions } from '@tanstack/react-query';
import type { Provenance, ProvenanceWrite } from '#shared/api/records/provenance.ts';
import type { RestoredRecord } from '#shared/api/records/trash.ts';
import type { ParametersOf } from '#shared/rpc/backend.ts';
import type { Editable, EditableTarget, EditTarget, Removal, RemovalTarget, Written } from '#shared/rpc/editing.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { keys } from './keys.ts';
import { callBackend, callQuery } from './port.ts';
import { datasetQuery, namespacesQuery, records } from './records.ts';

/** What the user may do with a record, according to its service; read again after signing in or out. */
export function rightsQuery(target: EditTarget) {
  return callQuery(keys.rights(target), 'readRights', target, { staleTime: 30_000 });
}

/** The editable fields of a record, read again for each form. */
export function editableQuery(target: EditableTarget) {
  return queryOptions({
    queryKey: keys.editable(target),
    queryFn: () => readEditable({ target }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Reads the editable fields of a record. */
export function readEditable(parameters: ParametersOf<'readEditable'>): Promise<Editable> {
  return callBackend('readEditable', parameters);
}

/** What the user can restore at a service, what was deleted last first; null if it keeps nothing. */
export function trashQuery(connection: string) {
  return callQuery(keys.trash(connection), 'listTrash', { connection }, { staleTime: 0 });
}

/** Restores something from the trash. @returns where it is now */
export async function restoreTrashed(connection: string, id: number): Promise<RestoredRecord> {
  const restored = await callBackend('restoreTrashed', { connection, id });
  await invalidateTrash(connection);
  return restored;
}

/** Deletes something in the trash for good. @param id null for all of it */
export async function emptyTrash(connection: string, id: number | null): Promise<void> {
  await callBackend('emptyTrash', { connection, id });
  await invalidateTrash(connection);
}

async function invalidateTrash(connection: string): Promise<void> {
  await Promise.all(
    [trashQuery(connection), namespacesQuery(connection)].map(({ queryKey }) =>
      records.invalidateQueries({ queryKey }),
    ),
  );
}

/** Deletions that are pending, and those that failed. */
export const removalsQuery = callQuery(keys.removals(), 'listRemovals', {});

/** Views are updated before the user is notified. */
async function settled(connection: string, change: Promise<Written>): Promise<Written> {
  const written = await change;
  await records.invalidateQueries({ queryKey: namespacesQuery(connection).queryKey });
  return written;
}

/** Creates a namespace. */
export function createNamespace(parameters: ParametersOf<'createNamespace'>): Promise<Written> {
  return settled(parameters.connection, callBackend('createNamespace', parameters));
}

/** Changes a namespace. */
export function changeNamespace(parameters: ParametersOf<'changeNamespace'>): Promise<Written> {
  return settled(parameters.connection, callBackend('changeNamespace', parameters));
}

/** Creates an empty dataset. */
export function createDataset(parameters: ParametersOf<'createDataset'>): Promise<Written> {
  return settled(parameters.connection, callBackend('createDataset', parameters));
}

/** Changes the fields of a dataset. */
export async function changeDataset(parameters: ParametersOf<'changeDataset'>): Promise<Written> {
  const written = await settled(parameters.connection, callBackend('changeDataset', parameters));
  void records.invalidateQueries({ queryKey: datasetQuery(parameters).queryKey });
  return written;
}

/** Licence, source and contact of a dataset; null if its service keeps none beside the versions. */
export function provenanceQuery(reference: DatasetReference) {
  return queryOptions({
    queryKey: keys.provenance(reference),
    queryFn: async ({ signal }) => (await callBackend('readProvenance', reference, signal)).provenance,
  });
}

/** Changes the given fields among licence, source and contact. */
export async function changeProvenance(
  reference: DatasetReference,
  before: Provenance,
  { licence, source, contact }: Provenance,
): Promise<void> {
  const given = { licence: licence.trim(), source: source.trim(), contact: contact.trim() };
  const change: ProvenanceWrite = {
    ...(given.licence === before.licence ? {} : { licence: given.licence }),
    ...(given.source === before.source ? {} : { source: given.source }),
    ...(given.contact === before.contact ? {} : { contact: given.contact }),
  };
  if (Object.keys(change).length === 0) return;
  await callBackend('changeProvenance', { ...reference, change });
  await records.invalidateQueries({ queryKey: provenanceQuery(reference).queryKey });
}

/** Deletes a record after a few seconds, so that it can be undone. */
export async function remove(target: RemovalTarget, label: string): Promise<Removal> {
  const removal = await callBackend('remove', { target, label });
  await records.invalidateQueries({ queryKey: removalsQuery.queryKey });
  return removal;
}

/** Changes the label or description of a column; the record has been read again when this resolves. */
export async function describeColumn(parameters: ParametersOf<'describeColumn'>): Promise<void> {
  await callBackend('describeColumn', parameters);
  await records.invalidateQueries({ queryKey: datasetQuery(parameters.reference).queryKey });
}
