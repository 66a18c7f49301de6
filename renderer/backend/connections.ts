import type { ParametersOf } from '#shared/rpc/backend.ts';
import type { Connection, SessionState } from '#shared/rpc/records.ts';
import { pinnedQuery } from './jobs.ts';
import { keys } from './keys.ts';
import { callBackend, callQuery } from './port.ts';
import { connectionsQuery, records } from './records.ts';

/** Where tokens can be stored. Read again each time it is shown: the keychain may have been unlocked meanwhile. */
export const storageQuery = callQuery(keys.storage(), 'describeStorage', {}, { staleTime: 0 });

async function refreshed<Result>(change: Promise<Result>): Promise<Result> {
  const result = await change;
  await records.invalidateQueries({ queryKey: connectionsQuery.queryKey });
  return result;
}

/** What a connection shows depends on who is signed in, including newer versions of datasets that were copied. */
async function reread<Result>(connection: string, change: Promise<Result>): Promise<Result> {
  const result = await refreshed(change);
  void records.invalidateQueries({ queryKey: keys.namespaces(connection) });
  void records.invalidateQueries({ queryKey: keys.dataset(connection) });
  void records.invalidateQueries({ queryKey: pinnedQuery.queryKey });
  return result;
}

/** Adds a connection to the service found at an address. */
export function addConnection(parameters: ParametersOf<'addConnection'>): Promise<Connection> {
  return refreshed(callBackend('addConnection', parameters));
}

/** Changes the given fields of a connection. */
export function editConnection(parameters: ParametersOf<'editConnection'>): Promise<Connection> {
  return reread(parameters.connection, callBackend('editConnection', parameters));
}

/** Removes a connection with its token. */
export async function removeConnection(connection: string): Promise<void> {
  await refreshed(callBackend('removeConnection', { connection }));
}

/** Reorders all connections. */
export async function reorderConnections(connections: string[]): Promise<void> {
  await refreshed(callBackend('reorderConnections', { connections }));
}

/** Checks again whether a service can be reached. */
export function checkConnection(connection: string): Promise<Connection> {
  return reread(connection, callBackend('checkConnection', { connection }));
}

/** Signs in; the failure's code says what is missing. */
export function signIn(parameters: ParametersOf<'signIn'>): Promise<SessionState> {
  return reread(parameters.connection, callBackend('signIn', parameters));
}

/** Removes the token of a connection. */
export async function signOut(connection: string): Promise<void> {
  await reread(connection, callBackend('signOut', { connection }));
}

/** Sets whether this connection's token may be sent over plain HTTP. */
export function agreeToPlainHttp(connection: string, agreed: boolean): Promise<Connection> {
  return refreshed(callBackend('agreeToPlainHttp', { connection, agreed }));
}
