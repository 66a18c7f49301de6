import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { editingCalls } from '#shared/rpc/calls/editing.ts';
import type { Connections } from '../../connector/connections/connections.ts';
import { readProvenance } from '../../connector/editing/provenance.ts';
import { readRights } from '../../connector/editing/read-rights.ts';
import { emptyTrash, readTrash, restoreTrashed } from '../../connector/editing/trash.ts';
import { changeTarget, createInside, readEditable, writeProvenance } from '../../connector/editing/write-records.ts';
import type { Source } from '../../connector/source.ts';
import type { DeferredDeletions } from '../deferred-deletions.ts';
import { referenceRequests } from '../reference.ts';
import { samplesFolder } from '../samples-folder.ts';

/** The functions behind the window's calls that change namespaces and datasets. */
export type EditingFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof editingCalls>;

/** Creates the functions. @param onChanged called when the lists of a connection have changed */
export function editingFunctions(
  connections: Pick<Connections, 'list' | 'use'>,
  removals: DeferredDeletions,
  onChanged: (connection: string) => void,
): EditingFunctions {
  /** Changes something of a connection, whose lists have changed then: an image may be refused after other fields were accepted. */
  async function changing<Result>(connection: string, act: (source: Source) => Promise<Result>): Promise<Result> {
    try {
      return await connections.use(connection, act);
    } finally {
      onChanged(connection);
    }
  }

  function isKnown(id: string): boolean {
    const connection = connections.list().find((one) => one.id === id);
    return connection?.capabilities.signIn === false || connection?.session.kind === 'signed-in';
  }

  return {
    readRights: (target, signal) =>
      connections.use(target.connection, (source) => readRights(source, target, isKnown(target.connection), signal)),
    createNamespace: ({ connection, change }, signal) =>
      changing(connection, (source) => createInside(source, { kind: 'service', connection }, change, signal)),
    readEditable: ({ target, id = null }, signal) =>
      connections.use(target.connection, (source) => readEditable(source, target, id, signal)),
    changeNamespace: ({ change, etag = null, ...name }, signal) =>
      changing(name.connection, (source) => changeTarget(source, { kind: 'namespace', ...name }, change, etag, signal)),
    createDataset: ({ change, ...name }, signal) =>
      changing(name.connection, (source) => createInside(source, { kind: 'namespace', ...name }, change, signal)),
    changeDataset: ({ change, etag = null, ...name }, signal) =>
      changing(name.connection, (source) => changeTarget(source, { kind: 'dataset', ...name }, change, etag, signal)),
    readProvenance: async ({ connection, ...name }, signal) => ({
      provenance: await connections.use(connection, (source) => readProvenance(source, name, signal)),
    }),
    changeProvenance: ({ connection, change, ...name }, signal) =>
      connections.use(connection, (source) => writeProvenance(source, name, change, signal)),
    listTrash: ({ connection }, signal) => connections.use(connection, (source) => readTrash(source, signal)),
    restoreTrashed: ({ connection, id }) => changing(connection, (source) => restoreTrashed(source, id)),
    emptyTrash: ({ connection, id }) => changing(connection, (source) => emptyTrash(source, id)),
    remove: async ({ target, label }) => removals.add(target, label),
    undoRemoval: async ({ removal }) => removals.undo(removal),
    dismissRemoval: async ({ removal }) => removals.dismiss(removal),
    async listReference({ connection }, signal) {
      const folder = samplesFolder();
      if (folder === null) return [];
      return await connections.use(connection, (source) => referenceRequests(folder, connection, source, signal));
    },
    listRemovals: async () => removals.list(),
  };
}
