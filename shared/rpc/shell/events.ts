import { type Static, Type } from 'typebox';
import type { Immutable } from '../../immutable.ts';
import { DatasetReference } from '../records.ts';

/** Events from the backend to the windows. An event says that something changed; the window asks again. */
export const BackendEvent = Type.Union([
  Type.Object({ kind: Type.Literal('connections-changed') }),
  Type.Object({ kind: Type.Literal('catalogue-changed'), connection: Type.String() }),
  /** A newer version was found while reading rows: read the record and the rows again. */
  Type.Object({ kind: Type.Literal('dataset-changed'), reference: DatasetReference }),
  /**
   * Rows beyond `reached` are only available page by page, and a view waits for row `requested`: progress of reading, a
   * few times per second.
   */
  Type.Object({
    kind: Type.Literal('rows-reached'),
    reference: DatasetReference,
    reached: Type.Integer({ minimum: 0 }),
    requested: Type.Integer({ minimum: 0 }),
  }),
  Type.Object({ kind: Type.Literal('jobs-changed') }),
  /** A version's bytes were compared with its checksum. */
  Type.Object({ kind: Type.Literal('checks-changed') }),
  /** Something was deleted or restored, or could not be deleted. */
  Type.Object({ kind: Type.Literal('removals-changed') }),
  /** Saved queries of a connection were created, changed or removed. */
  Type.Object({ kind: Type.Literal('queries-changed'), connection: Type.String() }),
  /** Reading a whole file for its columns has progressed. */
  Type.Object({ kind: Type.Literal('survey-changed'), path: Type.String() }),
  /** Reading a viewed file has progressed or ended, or a file was closed. */
  Type.Object({ kind: Type.Literal('viewed-files-changed') }),
  /** A followed source, its checks or its changes have changed. */
  Type.Object({ kind: Type.Literal('follow-changed') }),
]);
export type BackendEvent = Immutable<Static<typeof BackendEvent>>;
