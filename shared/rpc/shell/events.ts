import { type Static, Type } from 'typebox';
import { DatasetReference } from '../records.ts';

/** What the backend announces to the windows. An event says that something changed; the window asks again. */
export const BackendEvent = Type.Union([
  Type.Object({ kind: Type.Literal('connections-changed') }),
  Type.Object({ kind: Type.Literal('catalogue-changed'), connection: Type.String() }),
  /** A newer version was found while its rows were being read: read the record and the rows anew. */
  Type.Object({ kind: Type.Literal('dataset-changed'), reference: DatasetReference }),
  /**
   * Rows behind `reached` are only to be had page by page, and a view waits for the row `wanted`: how far the reading is
   * gone. Comes a few times a second while it lasts.
   */
  Type.Object({
    kind: Type.Literal('rows-reached'),
    reference: DatasetReference,
    reached: Type.Integer({ minimum: 0 }),
    wanted: Type.Integer({ minimum: 0 }),
  }),
  Type.Object({ kind: Type.Literal('jobs-changed') }),
  /** A version's bytes were compared with its checksum. */
  Type.Object({ kind: Type.Literal('checks-changed') }),
  /** Something was deleted, brought back, or could not be deleted. */
  Type.Object({ kind: Type.Literal('removals-changed') }),
  /** Saved queries of a connection were made, changed or removed. */
  Type.Object({ kind: Type.Literal('queries-changed'), connection: Type.String() }),
  /** The reading of a whole file for its columns has progressed. */
  Type.Object({ kind: Type.Literal('survey-changed'), path: Type.String() }),
  /** The reading of a viewed file has progressed or ended, or a file was closed. */
  Type.Object({ kind: Type.Literal('viewed-files-changed') }),
]);
export type BackendEvent = Static<typeof BackendEvent>;
