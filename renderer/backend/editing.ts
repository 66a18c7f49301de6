import { queryOptions } from '@tanstack/react-query';
import type { Provenance, ProvenanceWrite } from '#shared/api/records/provenance.ts';
import type { EditableTarget, EditTarget } from '#shared/rpc/editing.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { callBackend, callKey, callQuery } from './port.ts';
import { records } from './records.ts';

/** What the user may do with a record, according to its service; read again after signing in or out. */
export function rightsQuery(target: EditTarget) {
  return callQuery('readRights', target, { staleTime: 30_000 });
}

/** The editable fields of a record, read again for each form. */
export function editableQuery(target: EditableTarget) {
  return queryOptions({
    queryKey: callKey('readEditable', { target }),
    queryFn: () => callBackend('readEditable', { target }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** What the user can restore at a service, what was deleted last first; null if it keeps nothing. */
export function trashQuery(connection: string) {
  return callQuery('listTrash', { connection }, { staleTime: 0 });
}

/** Deletions that are pending, and those that failed. */
export const removalsQuery = callQuery('listRemovals', {});

/** Licence, source and contact of a dataset; null if its service keeps none beside the versions. */
export function provenanceQuery(reference: DatasetReference) {
  return queryOptions({
    queryKey: callKey('readProvenance', reference),
    queryFn: async ({ signal }) => (await callBackend('readProvenance', reference, signal)).provenance,
  });
}

/** Changes the given fields among licence, source and contact. */
export async function changeProvenance(
  reference: DatasetReference,
  before: Provenance,
  now: Provenance,
): Promise<void> {
  const texts = (['licence', 'source', 'contact'] as const).map((name) => [name, now[name].trim()] as const);
  const change: ProvenanceWrite = Object.fromEntries(texts.filter(([name, text]) => text !== before[name]));
  if (Object.keys(change).length === 0) return;
  await callBackend('changeProvenance', { ...reference, change });
  await records.invalidateQueries({ queryKey: provenanceQuery(reference).queryKey });
}
