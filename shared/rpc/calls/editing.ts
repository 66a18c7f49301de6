import { Type } from 'typebox';
import { Provenance, ProvenanceWrite } from '../../api/records/provenance.ts';
import { RestoredRecord, TrashedRecord } from '../../api/records/trash.ts';
import { orNull } from '../../schema-parts.ts';
import { call, done, nothing } from '../call.ts';
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

const connection = Type.String();
const namespace = Type.String({ minLength: 1 });
const dataset = Type.String({ minLength: 1 });
/** Entity tag of the record that the change was made from; missing to overwrite whatever is there. */
const etag = Type.Optional(Type.String());
const ofRemoval = Type.Object({ removal: Type.String() });

/** The calls that change namespaces and datasets, only through the API of their service. */
export const editingCalls = {
  /** What the user may do there, as the service reports it (`OPTIONS`). */
  readRights: call(EditTarget, Rights),
  /** Creates a namespace; `label` and `slug` are required. Fails with `not-accepted` if the service refuses a field, and says why. */
  createNamespace: call(Type.Object({ connection, change: NamespaceChange }), Written),
  /**
   * Reads something from its service again, for a form that changes it. With the `id` of the record that was read before,
   * it is found under its new name if it was renamed, and another record with its old name is not mistaken for it.
   */
  readEditable: call(
    Type.Object({ target: EditableTarget, id: Type.Optional(Type.Integer({ minimum: 1 })) }),
    Editable,
  ),
  /** Changes a namespace. Fails with `changed-meanwhile`, and changes nothing, if the record's entity tag has changed. */
  changeNamespace: call(Type.Object({ connection, namespace, change: NamespaceChange, etag }), Written),
  /** Creates an empty dataset: its columns come with the first version. */
  createDataset: call(Type.Object({ connection, namespace, change: DatasetChange }), Written),
  changeDataset: call(Type.Object({ connection, namespace, dataset, change: DatasetChange, etag }), Written),
  /** Licence, source and contact of a dataset; null if the service keeps none beside the versions. */
  readProvenance: call(
    Type.Object({ connection, namespace, dataset }),
    Type.Object({ provenance: orNull(Provenance) }),
  ),
  changeProvenance: call(Type.Object({ connection, namespace, dataset, change: ProvenanceWrite }), done),
  /**
   * Hides a namespace or dataset at once, marks a version, and deletes it at its service some seconds later; until then
   * {@link editingCalls.undoRemoval} restores it. Announced by `removals-changed`.
   */
  remove: call(Type.Object({ target: RemovalTarget, label: Type.String() }), Removal),
  /** Cancels a deletion and restores its target. Fails with `too-late` if the request has been sent. */
  undoRemoval: call(ofRemoval, done),
  /** Dismisses the report of a failed deletion. */
  dismissRemoval: call(ofRemoval, done),
  /** What the caller deleted at a service and can restore, the last first; null if it keeps nothing. */
  listTrash: call(Type.Object({ connection }), orNull(Type.Array(TrashedRecord))),
  /** Restores something from the trash; it may get another name. */
  restoreTrashed: call(Type.Object({ connection, id: Type.Integer() }), RestoredRecord),
  /** Deletes something in the trash for good; null for all of it. */
  emptyTrash: call(Type.Object({ connection, id: orNull(Type.Integer()) }), done),
  /** The jobs that add the tables to join with, such as country codes, and whether the service has each of them. */
  listReference: call(
    Type.Object({ connection }),
    Type.Array(Type.Object({ request: PublishRequest, isPresent: Type.Boolean() })),
  ),
  /** Pending and failed deletions, oldest first. */
  listRemovals: call(nothing, Type.Array(Removal)),
} as const;
