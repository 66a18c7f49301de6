import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { editingCalls } from '#shared/rpc/calls/editing.ts';
import type { EditTarget } from '#shared/rpc/editing.ts';
import type { Connections } from '../../connector/connections/connections.ts';
import { readRights } from '../../connector/editing/read-rights.ts';
import { emptyTrash, restoreTrashed } from '../../connector/editing/trash.ts';
import { changeTarget, createInside, readEditable, writeProvenance } from '../../connector/editing/write-records.ts';
import type { DeferredDeletions } from '../deferred-deletions.ts';
import { missingReference } from '../reference.ts';
import { samplesFolder } from '../samples-folder.ts';

/** The functions behind the window's calls that change namespaces and datasets. */
export type EditingFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof editingCalls>;

/** Creates the functions. @param onChanged called when the lists of a connection have changed */
export function editingFunctions(
  connections: Pick<Connections, 'list' | 'find'>,
  removals: DeferredDeletions,
  onChanged: (connection: string) => void,
): EditingFunctions {
  const nothing = {};

  async function changing<Result>({ connection }: EditTarget, work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } finally {
      // An image may be refused after other fields were accepted.
      onChanged(connection);
    }
  }

  function isKnown(id: string): boolean {
    const connection = connections.list().find((one) => one.id === id);
    return connection?.capabilities.signIn === false || connection?.session.kind === 'signed-in';
  }

  return {
    readRights: (target, signal) =>
      connections
        .find(target.connection)
        .use((source) => readRights(source, target, isKnown(target.connection), signal)),
    createNamespace({ connection, change }, signal) {
      const parent = { kind: 'service', connection } as const;
      return changing(
        parent,
        connections.find(connection).use((source) => createInside(source, parent, change, signal)),
      );
    },
    readEditable: ({ target, id = null }, signal) =>
      connections.find(target.connection).use((source) => readEditable(source, target, id, signal)),
    changeNamespace({ change, etag = null, ...name }, signal) {
      const target = { kind: 'namespace', ...name } as const;
      return changing(
        target,
        connections.find(name.connection).use((source) => changeTarget(source, target, change, etag, signal)),
      );
    },
    createDataset({ change, ...name }, signal) {
      const parent = { kind: 'namespace', ...name } as const;
      return changing(
        parent,
        connections.find(name.connection).use((source) => createInside(source, parent, change, signal)),
      );
    },
    changeDataset({ change, etag = null, ...name }, signal) {
      const target = { kind: 'dataset', ...name } as const;
      return changing(
        target,
        connections.find(name.connection).use((source) => changeTarget(source, target, change, etag, signal)),
      );
    },
    async readProvenance({ connection, ...name }, signal) {
      return { provenance: await connections.find(connection).use((source) => source.readProvenance(name, signal)) };
    },
    async changeProvenance({ connection, change, ...name }, signal) {
      await connections.find(connection).use((source) => writeProvenance(source, name, change, signal));
      return nothing;
    },
    listTrash: ({ connection }, signal) => connections.find(connection).use((source) => source.readTrash(signal)),
    restoreTrashed: ({ connection, id }) =>
      changing(
        { kind: 'service', connection },
        connections.find(connection).use((source) => restoreTrashed(source, id)),
      ),
    async emptyTrash({ connection, id }) {
      await connections.find(connection).use((source) => emptyTrash(source, id));
      onChanged(connection);
      return nothing;
    },
    remove: async ({ target, label }) => removals.add(target, label),
    async undoRemoval({ removal }) {
      removals.undo(removal);
      return nothing;
    },
    async dismissRemoval({ removal }) {
      removals.dismiss(removal);
      return nothing;
    },
    listMissingReference({ connection }, signal) {
      const folder = samplesFolder();
      const find = connections.find(connection);
      return folder === null
        ? Promise.resolve([])
        : find.use((source) => missingReference(folder, connection, source, signal));
    },
    listRemovals: async () => removals.list(),
  };
}
