import { Type } from 'typebox';
import {
  DatasetChange,
  Editable,
  EditableTarget,
  EditTarget,
  NamespaceChange,
  Removal,
  Rights,
  Written,
} from '../editing.ts';

const nothing = Type.Object({});
const connection = Type.String();
const namespace = Type.String({ minLength: 1 });
const dataset = Type.String({ minLength: 1 });
/** Of the record that the change was made from: left out where it does not matter what is there by now. */
const etag = Type.Optional(Type.String());
const ofRemoval = Type.Object({ removal: Type.String() });

/** The calls of `backend.ts` that change namespaces and datasets, through the API of their service alone. */
export const editingCalls = {
  /** What the user may do there, asked of the service (`OPTIONS`). */
  readRights: { parameters: EditTarget, result: Rights },
  /** `label` and `slug` must be given. Fails with `not-accepted` where the service refuses a field, and says why. */
  createNamespace: { parameters: Type.Object({ connection, change: NamespaceChange }), result: Written },
  /** Reads something anew from its service, for a form to change it. */
  readEditable: { parameters: EditableTarget, result: Editable },
  /** Fails with `changed-meanwhile`, and changes nothing, where the record has another entity tag by now. */
  changeNamespace: {
    parameters: Type.Object({ connection, namespace, change: NamespaceChange, etag }),
    result: Written,
  },
  /** An empty dataset: its columns come with the first version. */
  createDataset: { parameters: Type.Object({ connection, namespace, change: DatasetChange }), result: Written },
  changeDataset: {
    parameters: Type.Object({ connection, namespace, dataset, change: DatasetChange, etag }),
    result: Written,
  },
  /**
   * Takes something out of sight at once and deletes it at its service some seconds later; until then
   * {@link editingCalls.undoRemoval} brings it back. Announced by `removals-changed`.
   */
  remove: { parameters: Type.Object({ target: EditableTarget, label: Type.String() }), result: Removal },
  /** Brings it back. Fails with `too-late` where the request has been sent. */
  undoRemoval: { parameters: ofRemoval, result: nothing },
  /** Takes word of a failed one away. */
  dismissRemoval: { parameters: ofRemoval, result: nothing },
  /** What waits to be sent, and what could not be; the oldest first. */
  listRemovals: { parameters: nothing, result: Type.Array(Removal) },
} as const;
