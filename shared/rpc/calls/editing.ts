import { Type } from 'typebox';
import { Provenance, ProvenanceWrite } from '../../api/records/provenance.ts';
import { RestoredRecord, TrashedRecord } from '../../api/records/trash.ts';
import { orNull } from '../../one-of.ts';
import {
  DatasetChange,
  Editable,
  EditableTarget,
  EditTarget,
  NamespaceChange,
  Removal,
  RemovalTarget,
  Rights,
  Written,
} from '../editing.ts';
import { PublishRequest } from '../jobs.ts';

const nothing = Type.Object({});
const connection = Type.String();
const namespace = Type.String({ minLength: 1 });
const dataset = Type.String({ minLength: 1 });
/** Entity tag of the record that the change was made from; missing to overwrite whatever is there. */
const etag = Type.Optional(Type.String());
const ofRemoval = Type.Object({ removal: Type.String() });

/** The calls that change namespaces and datasets, only through the API of their service. */
export const editingCalls = {
  /** What the user may do there, as the service reports it (`OPTIONS`). */
  readRights: { parameters: EditTarget, result: Rights },
  /** Creates a namespace; `label` and `slug` are required. Fails with `not-accepted` if the service refuses a field, and says why. */
  createNamespace: { parameters: Type.Object({ connection, change: NamespaceChange }), result: Written },
  /**
   * Reads something from its service again, for a form that changes it. With the `id` of the record that was read before,
   * it is found under its new name if it was renamed, and another record with its old name is not mistaken for it.
   */
  readEditable: {
    parameters: Type.Object({ target: EditableTarget, id: Type.Optional(Type.Integer({ minimum: 1 })) }),
    result: Editable,
  },
  /** Changes a namespace. Fails with `changed-meanwhile`, and changes nothing, if the record's entity tag has changed. */
  changeNamespace: {
    parameters: Type.Object({ connection, namespace, change: NamespaceChange, etag }),
    result: Written,
  },
  /** Creates an empty dataset: its columns come with the first version. */
  createDataset: { parameters: Type.Object({ connection, namespace, change: DatasetChange }), result: Written },
  changeDataset: {
    parameters: Type.Object({ connection, namespace, dataset, change: DatasetChange, etag }),
    result: Written,
  },
  /** Licence, source and contact of a dataset; null if the service keeps none beside the versions. */
  readProvenance: {
    parameters: Type.Object({ connection, namespace, dataset }),
    result: Type.Object({ provenance: orNull(Provenance) }),
  },
  changeProvenance: {
    parameters: Type.Object({ connection, namespace, dataset, change: ProvenanceWrite }),
    result: nothing,
  },
  /**
   * Hides a namespace or dataset at once, marks a version, and deletes it at its service some seconds later; until then
   * {@link editingCalls.undoRemoval} restores it. Announced by `removals-changed`.
   */
  remove: { parameters: Type.Object({ target: RemovalTarget, label: Type.String() }), result: Removal },
  /** Cancels a deletion and restores its target. Fails with `too-late` if the request has been sent. */
  undoRemoval: { parameters: ofRemoval, result: nothing },
  /** Dismisses the report of a failed deletion. */
  dismissRemoval: { parameters: ofRemoval, result: nothing },
  /** What the caller deleted at a service and can restore, the last first; null if it keeps nothing. */
  listTrash: { parameters: Type.Object({ connection }), result: orNull(Type.Array(TrashedRecord)) },
  /** Restores something from the trash; it may get another name. */
  restoreTrashed: { parameters: Type.Object({ connection, id: Type.Integer() }), result: RestoredRecord },
  /** Deletes something in the trash for good; null for all of it. */
  emptyTrash: { parameters: Type.Object({ connection, id: orNull(Type.Integer()) }), result: nothing },
  /** The jobs that add the tables to join with, such as country codes, which a service does not have yet. */
  listMissingReference: { parameters: Type.Object({ connection }), result: Type.Array(PublishRequest) },
  /** Pending and failed deletions, oldest first. */
  listRemovals: { parameters: nothing, result: Type.Array(Removal) },
} as const;
