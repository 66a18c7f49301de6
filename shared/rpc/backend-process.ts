import { type Static, Type } from 'typebox';

/** Something that the person should know of, whatever they are doing: it stands in the window until it is dismissed. */
export const Notice = Type.Object({
  /**
   * `settings-damaged`, `store-damaged`: a file could not be read and was put aside.
   * `newer-store`, `folder-in-use`, `service-failed`: this computer's own service does not run; remote ones can be read.
   * `backend-failing`: the part that reads data ends again and again.
   * `update-available`: the release page has a newer Almanac.
   */
  kind: Type.Union([
    Type.Literal('settings-damaged'),
    Type.Literal('store-damaged'),
    Type.Literal('newer-store'),
    Type.Literal('folder-in-use'),
    Type.Literal('service-failed'),
    Type.Literal('backend-failing'),
    Type.Literal('update-available'),
  ]),
  /** What happened and what to do, plain English; a window may say it better by the kind. */
  message: Type.String(),
  /** The file or folder that it is about; may be empty. */
  where: Type.String(),
  /** Where the damaged content was put; null where nothing was. */
  kept: Type.Union([Type.String(), Type.Null()]),
});
export type Notice = Static<typeof Notice>;

/** What the main process posts to the backend; `page` brings a port along. */
export const ToBackend = Type.Union([
  Type.Object({ kind: Type.Literal('page') }),
  Type.Object({ kind: Type.Literal('stop') }),
  /** To be answered with `pong` as soon as the event loop turns. */
  Type.Object({ kind: Type.Literal('ping') }),
]);
export type ToBackend = Static<typeof ToBackend>;

/** What the backend posts to the main process. */
export const FromBackend = Type.Union([
  Type.Object({ kind: Type.Literal('pong') }),
  Type.Object({ kind: Type.Literal('notice'), notice: Notice }),
]);
export type FromBackend = Static<typeof FromBackend>;
