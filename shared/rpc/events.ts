import { type Static, Type } from 'typebox';

/** What the backend announces to the windows. An event says that something changed; the window asks again. */
export const BackendEvent = Type.Union([
  Type.Object({ kind: Type.Literal('connections-changed') }),
  Type.Object({ kind: Type.Literal('catalogue-changed'), connection: Type.String() }),
]);
export type BackendEvent = Static<typeof BackendEvent>;
