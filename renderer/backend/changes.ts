import type { QueryKey } from '@tanstack/react-query';
import type { ParametersOf, ResultOf } from '#shared/rpc/backend.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { keys } from './keys.ts';
import { callBackend } from './port.ts';
import { records } from './records.ts';

/** What a connection shows depends on who is signed in, including newer versions of datasets that were copied. */
const ofConnection = ({ connection }: { readonly connection: string }): readonly QueryKey[] => [
  keys.connections(),
  keys.namespaces(connection),
  keys.dataset(connection),
  keys.pinned(),
];
const ofConnections = () => [keys.connections()];
const ofNamespaces = ({ connection }: { readonly connection: string }) => [keys.namespaces(connection)];
const ofDataset = ({ connection, namespace, dataset }: DatasetReference) =>
  keys.dataset(connection, namespace, dataset);
const ofTrash = ({ connection }: { readonly connection: string }) => [
  keys.trash(connection),
  keys.namespaces(connection),
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
  remove: () => [keys.removals()],
  keepSourceSecret: () => [keys.sourceSecrets()],
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
