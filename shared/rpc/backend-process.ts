import { type Static, Type } from 'typebox';
import { ExplanationSchema } from '../failures/schemas.ts';
import type { Immutable } from '../immutable.ts';
import { oneOf, orNull } from '../schema-parts.ts';
import { AutomaticChecks, SourceNews } from './shell/following-settings.ts';

/** Something that the user should know, whatever they are doing: it is shown until it is dismissed. */
export const Notice = Type.Object({
  /**
   * `settings-damaged`, `store-damaged`: a file could not be read and was moved aside. `catalogue-lost`: the catalogue
   * is missing or damaged, its rows exist; the window offers to rebuild it. `store-repaired`: the outcome of that.
   * `newer-store`, `folder-in-use`, `service-failed`: the local service is not running; remote ones can be read.
   * `backend-failing`: the backend keeps crashing. `port-taken`: another program uses the chosen port; the service
   * answers on another one.
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
    Type.Literal('update-available'),
  ]),
  /** What happened and what to do; null if the kind says it all. */
  message: orNull(ExplanationSchema),
  /** The file or folder that it is about; may be empty. */
  where: Type.String(),
  /** Where the damaged content was moved; null if nothing was. */
  kept: orNull(Type.String()),
});
export type Notice = Immutable<Static<typeof Notice>>;

export const LocalServiceSettings = Type.Object({
  /** 0 for any free port. */
  port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  /** Whether other computers in the network can reach it. */
  network: Type.Boolean(),
});
export type LocalServiceSettings = Immutable<Static<typeof LocalServiceSettings>>;

/** Start options of the backend besides its folders; a change of the service settings needs a restart. */
export const BackendOptions = Type.Object({
  service: LocalServiceSettings,
  /** Maximum size on disk of cached rows of other services. */
  cacheBytes: Type.Integer({ minimum: 0 }),
  /** Whether the computer runs on battery: work that can wait is postponed. */
  onBattery: Type.Boolean(),
  automaticChecks: AutomaticChecks,
  /** Rebuild the catalogue of the local datasets before the service starts. */
  repair: Type.Boolean(),
});
export type BackendOptions = Immutable<Static<typeof BackendOptions>>;

export const EndedJob = Type.Object({
  kind: oneOf('publish', 'export', 'pin', 'verify', 'diff', 'backup', 'restore', 'follow'),
  state: oneOf('done', 'failed'),
  /** The file or dataset that it worked on. */
  subject: Type.String(),
});
export type EndedJob = Immutable<Static<typeof EndedJob>>;

/** A job that runs or waits. */
export const UnfinishedJob = Type.Object({
  /** The file or dataset that it works on. */
  subject: Type.String(),
  /** Whether it continues, or has yet to start, when Almanac is quit and started again. */
  continues: Type.Boolean(),
});
export type UnfinishedJob = Immutable<Static<typeof UnfinishedJob>>;

/** Messages from the main process to the backend; `page` transfers a port. */
export const ToBackend = Type.Union([
  Type.Object({ kind: Type.Literal('page') }),
  Type.Object({ kind: Type.Literal('stop') }),
  /** A question whether the event loop runs, which answers with `pong`. */
  Type.Object({ kind: Type.Literal('ping') }),
  /** Changes the size of {@link BackendOptions}' cache. */
  Type.Object({ kind: Type.Literal('cache'), bytes: Type.Integer({ minimum: 0 }) }),
  /** The computer runs on battery from now on, or on mains again. */
  Type.Object({ kind: Type.Literal('power'), onBattery: Type.Boolean() }),
  /** Changes when followed data are checked by themselves. */
  Type.Object({ kind: Type.Literal('automatic-checks'), automatic: AutomaticChecks }),
  /** The user is about to be notified of this news, by their ids; answered by `announced-recorded`. */
  Type.Object({ kind: Type.Literal('record-announced'), ids: Type.Array(Type.String()) }),
  /** Answers `find-proxy` as scripts of proxy settings do: `PROXY host:port; DIRECT`. */
  Type.Object({ kind: Type.Literal('proxy'), id: Type.Integer(), answer: Type.String() }),
]);
export type ToBackend = Immutable<Static<typeof ToBackend>>;

export const FromBackend = Type.Union([
  Type.Object({ kind: Type.Literal('pong') }),
  Type.Object({ kind: Type.Literal('notice'), notice: Notice }),
  Type.Object({ kind: Type.Literal('job-ended'), job: EndedJob }),
  /** Followed data of which the user wants to be notified; again at each start until `record-announced` records it. */
  Type.Object({ kind: Type.Literal('source-news'), news: Type.Array(SourceNews) }),
  Type.Object({ kind: Type.Literal('announced-recorded'), ids: Type.Array(Type.String()) }),
  /** The unfinished jobs, posted whenever they change. */
  Type.Object({ kind: Type.Literal('unfinished-jobs'), jobs: Type.Array(UnfinishedJob) }),
  /** Asks which proxy the system uses for an address; answered by `proxy` with the same id. */
  Type.Object({ kind: Type.Literal('find-proxy'), id: Type.Integer(), address: Type.String() }),
  /** A restored store replaces the current one when the backend restarts, which must follow immediately. */
  Type.Object({ kind: Type.Literal('restored') }),
]);
export type FromBackend = Immutable<Static<typeof FromBackend>>;
