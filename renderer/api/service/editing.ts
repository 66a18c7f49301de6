import { queryOptions } from '@tanstack/react-query';
import type { ParametersOf } from '#shared/rpc/backend.ts';
import type { Editable, EditableTarget, EditTarget, Removal, Written } from '#shared/rpc/editing.ts';
import { callBackend, onBackendEvent } from '../backend.ts';
import { datasetQuery, namespacesQuery, records } from './records.ts';

/** What the person may do with something, as its service says; asked again after they signed in or out. */
export function rightsQuery(target: EditTarget) {
  return queryOptions({
    queryKey: ['rights', target],
    queryFn: ({ signal }) => callBackend('readRights', target, signal),
    staleTime: 30_000,
  });
}

/** An image of a service as an address that can be shown; null where there is none. */
export function imageQuery(connection: string, image: string) {
  return queryOptions({
    queryKey: ['image', connection, image],
    queryFn: async ({ signal }) => (await callBackend('readImage', { connection, image }, signal)).content,
    enabled: image !== '',
  });
}

/** What a form may change of a record, read anew for each form. */
export function editableQuery(target: EditableTarget) {
  return queryOptions({
    queryKey: ['editable', target],
    queryFn: () => readEditable(target),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Reads what a form may change of a record. */
export function readEditable(target: EditableTarget): Promise<Editable> {
  return callBackend('readEditable', target);
}

/** What waits to be deleted, and what could not be. */
export const removalsQuery = queryOptions({
  queryKey: ['removals'],
  queryFn: ({ signal }) => callBackend('listRemovals', {}, signal),
});

/** The views show the state after the change before the user is notified of it. */
async function settled(connection: string, change: Promise<Written>): Promise<Written> {
  const written = await change;
  await records.invalidateQueries({ queryKey: namespacesQuery(connection).queryKey });
  return written;
}

/** Makes a namespace. */
export function createNamespace(parameters: ParametersOf<'createNamespace'>): Promise<Written> {
  return settled(parameters.connection, callBackend('createNamespace', parameters));
}

/** Changes a namespace. */
export function changeNamespace(parameters: ParametersOf<'changeNamespace'>): Promise<Written> {
  return settled(parameters.connection, callBackend('changeNamespace', parameters));
}

/** Makes an empty dataset. */
export function createDataset(parameters: ParametersOf<'createDataset'>): Promise<Written> {
  return settled(parameters.connection, callBackend('createDataset', parameters));
}

/** Changes what is said of a dataset. */
export async function changeDataset(parameters: ParametersOf<'changeDataset'>): Promise<Written> {
  const written = await settled(parameters.connection, callBackend('changeDataset', parameters));
  void records.invalidateQueries({ queryKey: datasetQuery(parameters).queryKey });
  return written;
}

/** Deletes something, some seconds from now. */
export async function remove(target: EditableTarget, label: string): Promise<Removal> {
  const removal = await callBackend('remove', { target, label });
  await records.invalidateQueries({ queryKey: removalsQuery.queryKey });
  return removal;
}

/** Brings back what was deleted. */
export async function undoRemoval(removal: string): Promise<void> {
  await callBackend('undoRemoval', { removal });
}

/** Takes word of a failed deletion away. */
export async function dismissRemoval(removal: string): Promise<void> {
  await callBackend('dismissRemoval', { removal });
}

/** Asks again whenever the backend says so, until the returned function is called. */
export function followEditing(): () => void {
  return onBackendEvent((event) => {
    if (event.kind === 'removals-changed') void records.invalidateQueries({ queryKey: removalsQuery.queryKey });
    if (event.kind === 'connections-changed' || event.kind === 'catalogue-changed') {
      void records.invalidateQueries({ queryKey: ['rights'] });
    }
  });
}
