import { type Static, Type } from 'typebox';
import { Explanation } from '../failures.ts';
import { oneOf, orNull } from './one-of.ts';

/** Something that the user should know of, whatever they are doing: it stands in the window until it is dismissed. */
export const Notice = Type.Object({
  /**
   * `settings-damaged`, `store-damaged`: a file could not be read and was put aside.
   * `catalogue-lost`: the catalogue is missing or damaged, its rows are there; the window offers to rebuild it.
   * `store-repaired`: what came of that.
   * `newer-store`, `folder-in-use`, `service-failed`: this computer's own service does not run; remote ones can be read.
   * `backend-failing`: the part that reads data ends again and again.
   * `port-taken`: another program has the port that the user chose; the service answers on another one.
   * `copies-closed`: copies that everyone could read, though not everyone may read what they are copies of, were closed.
   * `update-available`: the release page has a newer Almanac.
   */
  kind: Type.Union([
    Type.Literal('settings-damaged'),
    Type.Literal('store-damaged'),
    Type.Literal('catalogue-lost'),
    Type.Literal('store-repaired'),
    Type.Literal('newer-store'),
    Type.Literal('folder-in-use'),
    Type.Literal('service-failed'),
    Type.Literal('backend-failing'),
    Type.Literal('port-taken'),
    Type.Literal('copies-closed'),
    Type.Literal('update-available'),
  ]),
  /** What happened and what to do; null where the kind says it all. */
  message: orNull(Explanation),
  /** The file or folder that it is about; may be empty. */
  where: Type.String(),
  /** Where the damaged content was put; null where nothing was. */
  kept: Type.Union([Type.String(), Type.Null()]),
});
export type Notice = Static<typeof Notice>;

/** How this computer's own service is to listen. */
export const LocalServiceSettings = Type.Object({
  /** 0 for any free one. */
  port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  /** Whether other computers of the network may reach it. */
  network: Type.Boolean(),
});
export type LocalServiceSettings = Static<typeof LocalServiceSettings>;

/** Start options of the backend besides its folders; changed service settings need a restart. */
export const BackendOptions = Type.Object({
  service: LocalServiceSettings,
  /** Most bytes of rows of other services that are kept on the disk while Almanac runs. */
  cacheBytes: Type.Integer({ minimum: 0 }),
  /** Whether the computer runs on its battery: what can wait for mains does. */
  onBattery: Type.Boolean(),
  /** Rebuild the catalogue of this computer's own datasets before its service starts. */
  repair: Type.Boolean(),
});
export type BackendOptions = Static<typeof BackendOptions>;

/** A job that ended after some time. */
export const EndedJob = Type.Object({
  kind: oneOf('publish', 'export', 'pin', 'verify', 'diff', 'backup', 'restore'),
  state: oneOf('done', 'failed'),
  /** The file or dataset that it was about. */
  subject: Type.String(),
});
export type EndedJob = Static<typeof EndedJob>;

/** A job that runs or waits. */
export const UnfinishedJob = Type.Object({
  /** The file or dataset that it is about. */
  subject: Type.String(),
  /** Whether it continues, or has yet to begin, when Almanac is quit and started again. */
  continues: Type.Boolean(),
});
export type UnfinishedJob = Static<typeof UnfinishedJob>;

/** What the main process posts to the backend; `page` brings a port along. */
export const ToBackend = Type.Union([
  Type.Object({ kind: Type.Literal('page') }),
  Type.Object({ kind: Type.Literal('stop') }),
  /** To be answered with `pong` as soon as the event loop turns. */
  Type.Object({ kind: Type.Literal('ping') }),
  /** The bytes of {@link BackendOptions} are others from now on. */
  Type.Object({ kind: Type.Literal('cache'), bytes: Type.Integer({ minimum: 0 }) }),
  /** The computer runs on its battery from now on, or on mains again. */
  Type.Object({ kind: Type.Literal('power'), onBattery: Type.Boolean() }),
]);
export type ToBackend = Static<typeof ToBackend>;

/** What the backend posts to the main process. */
export const FromBackend = Type.Union([
  Type.Object({ kind: Type.Literal('pong') }),
  Type.Object({ kind: Type.Literal('notice'), notice: Notice }),
  Type.Object({ kind: Type.Literal('job-ended'), job: EndedJob }),
  /** Posted whenever they are others. */
  Type.Object({ kind: Type.Literal('unfinished-jobs'), jobs: Type.Array(UnfinishedJob) }),
  /** A restored store takes its place when the backend is started again, which is to follow at once. */
  Type.Object({ kind: Type.Literal('restored') }),
]);
export type FromBackend = Static<typeof FromBackend>;
