import type { QueryKey } from '@tanstack/react-query';
import type { ParametersOf, ResultOf } from '#shared/rpc/backend.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { callBackend, callKey } from './port.ts';
import { records } from './records.ts';

/** What a connection shows depends on who is signed in, including newer versions of datasets that were copied. */
const ofConnection = ({ connection }: { readonly connection: string }): readonly QueryKey[] => [
  callKey('listConnections'),
  callKey('listNamespaces', { connection }),
  callKey('readDataset', { connection }),
  callKey('listPinned'),
];
const ofConnections = () => [callKey('listConnections')];
const ofNamespaces = ({ connection }: { readonly connection: string }) => [callKey('listNamespaces', { connection })];
const ofDataset = ({ connection, namespace, dataset }: DatasetReference) =>
  callKey('readDataset', { connection, namespace, dataset });
const ofTrash = ({ connection }: { readonly connection: string }) => [
  callKey('listTrash', { connection }),
  callKey('listNamespaces', { connection }),
];

/** What has to be read again after each call that changes something. */
const outdated = {
  addConnection: ofConnections,
  editConnection: ofConnection,
  removeConnection: ofConnections,
  reorderConnections: ofConnections,
  checkConnection: ofConnection,
  signIn: ofConnection,
  signOut: ofConnection,
  agreeToPlainHttp: ofConnections,
  createNamespace: ofNamespaces,
  changeNamespace: ofNamespaces,
  createDataset: ofNamespaces,
  changeDataset: (changed: DatasetReference) => [...ofNamespaces(changed), ofDataset(changed)],
  describeColumn: ({ reference }: { readonly reference: DatasetReference }) => [ofDataset(reference)],
  restoreTrashed: ofTrash,
  emptyTrash: ofTrash,
  remove: () => [callKey('listRemovals')],
  keepSourceSecret: () => [callKey('listSourceSecrets')],
} as const;

/** The calls that change connections and records. */
type ChangeCall = keyof typeof outdated;

/** Makes such a change. The answer that shows it first has been read again when this resolves. */
export async function change<Name extends ChangeCall>(
  name: Name,
  parameters: ParametersOf<Name>,
): Promise<ResultOf<Name>> {
  const result = await callBackend(name, parameters);
  // The parameters are those of the call by which the function was found.
  const keysOf = outdated[name] as (parameters: ParametersOf<Name>) => readonly QueryKey[];
  const [first] = keysOf(parameters).map((queryKey) => records.invalidateQueries({ queryKey }));
  await first;
  return result;
}
