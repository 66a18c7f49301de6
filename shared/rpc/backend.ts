import { type Static, Type } from 'typebox';
import { ViewProgress } from '../api/view-progress.ts';
import type { Immutable } from '../immutable.ts';
import { RowQuerySchema } from '../query-schemas.ts';
import { orNull } from '../schema-parts.ts';
import { call, done, nothing } from './call.ts';
import { accountCalls } from './calls/account.ts';
import { checkCalls } from './calls/checks.ts';
import { editingCalls } from './calls/editing.ts';
import { followCalls } from './calls/follow.ts';
import { insightCalls } from './calls/insight.ts';
import { jobCalls } from './calls/jobs.ts';
import { queryCalls } from './calls/queries.ts';
import { rescueCalls } from './calls/rescue.ts';
import { sqlCalls } from './calls/sql.ts';
import { statisticsCalls } from './calls/statistics.ts';
import { viewedFileCalls } from './calls/viewed-files.ts';
import {
  Connection,
  DatasetDetails,
  DatasetReference,
  FoundService,
  GroupSummary,
  NamespaceSummary,
  RowPage,
  SessionState,
  StorageReport,
} from './records.ts';
import { settingsTransferCalls } from './shell/settings-transfer.ts';

const onConnection = Type.Object({ connection: Type.String() });
const name = Type.String({ minLength: 1, maxLength: 200 });
const address = Type.String({ minLength: 1, maxLength: 2000 });
const colour = Type.String({ pattern: '^(#[0-9a-fA-F]{6})?$' });

/**
 * The calls from the window to the backend. One object in, one record out; both are validated by these schemas on the
 * receiving side. Every call may fail with a `Failure`.
 */
export const backendCalls = {
  /** All connections in the user's order. Every change is announced by `connections-changed`. */
  listConnections: call(nothing, Type.Array(Connection)),
  /**
   * Looks for a service at whatever a user pasted: with or without scheme, path and slash, even a dataset's page. The
   * failure explains what was found instead and what to do.
   */
  testAddress: call(Type.Object({ address }), FoundService),
  /** Finds the service as `testAddress` does and adds a connection to it; an empty name uses the proposed one. */
  addConnection: call(Type.Object({ address, name: Type.String({ maxLength: 200 }), colour }), Connection),
  /** A new origin in `address` signs the connection out: a token belongs to one origin. */
  editConnection: call(
    Type.Object({
      connection: Type.String(),
      name: Type.Optional(name),
      address: Type.Optional(address),
      colour: Type.Optional(colour),
    }),
    Connection,
  ),
  /** Removes a connection together with its token. The local connection cannot be removed. */
  removeConnection: call(onConnection, done),
  /** Changes the order: the ids of all connections, including the local one. */
  reorderConnections: call(Type.Object({ connections: Type.Array(Type.String()) }), done),
  /** Contacts the service again, for instance after it was offline or refused its token. */
  checkConnection: call(onConnection, Connection),
  /**
   * Signs in and stores the token. The password is sent to the service's token endpoint once and not stored. Before
   * anything is sent, it fails with the code `no-keychain` if `keep` is `keychain` and none is available, and with
   * `plain-http` if the user has not consented to that yet. `credentials-refused`: wrong name, password or token.
   */
  signIn: call(
    Type.Object({
      connection: Type.String(),
      credentials: Type.Union([
        Type.Object({ kind: Type.Literal('password'), user: Type.String(), password: Type.String() }),
        Type.Object({ kind: Type.Literal('token'), token: Type.String({ minLength: 1, maxLength: 4096 }) }),
      ]),
      keep: Type.Union([Type.Literal('keychain'), Type.Literal('session')]),
    }),
    SessionState,
  ),
  /** Removes the token; public data stay readable. */
  signOut: call(onConnection, done),
  /** The user's consent to sending this connection's token over plain HTTP, or its withdrawal. */
  agreeToPlainHttp: call(Type.Object({ connection: Type.String(), agreed: Type.Boolean() }), Connection),
  /** Whether a keychain is available, and whether the stored connections could be read. */
  describeStorage: call(nothing, StorageReport),
  listNamespaces: call(onConnection, Type.Array(NamespaceSummary)),
  /** The groups that the user may see there; empty if the service shows none. */
  listGroups: call(onConnection, Type.Array(GroupSummary)),
  readDataset: call(DatasetReference, DatasetDetails),
  /** `limit` is a hint: a remote service may return shorter pages, which the connector combines. */
  readRows: call(
    Type.Object({
      reference: DatasetReference,
      query: RowQuerySchema,
      offset: Type.Integer({ minimum: 0 }),
      limit: Type.Integer({ minimum: 1, maximum: 10_000 }),
    }),
    RowPage,
  ),
  /** Whether the service can order texts as a language does. */
  collatesTexts: call(Type.Object({ connection: Type.String() }), Type.Boolean()),
  /** Whether the service serves the window to browsers, so that a link to a view opens for anybody. */
  servesWindow: call(Type.Object({ connection: Type.String() }), Type.Boolean()),
  /**
   * How far the service is in preparing the rows of a query: until then, those far from both ends are missing. Null if
   * it does not report it.
   */
  readViewProgress: call(Type.Object({ reference: DatasetReference, query: RowQuerySchema }), orNull(ViewProgress)),
  ...followCalls,
  ...insightCalls,
  ...jobCalls,
  ...checkCalls,
  ...editingCalls,
  ...accountCalls,
  ...queryCalls,
  ...rescueCalls,
  ...settingsTransferCalls,
  ...sqlCalls,
  ...statisticsCalls,
  ...viewedFileCalls,
} as const;

export type BackendCalls = typeof backendCalls;
export type BackendCallName = keyof BackendCalls;
export type ParametersOf<Name extends BackendCallName> = Immutable<Static<BackendCalls[Name]['parameters']>>;
export type ResultOf<Name extends BackendCallName> = Immutable<Static<BackendCalls[Name]['result']>>;

/** The part of `AbortSignal` that is used; this layer knows neither the DOM nor Node. */
export interface CallSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The backend's side of {@link backendCalls}; `signal` is aborted when the window no longer needs the result. */
export type BackendFunctions<Signal extends CallSignal = CallSignal> = {
  [Name in BackendCallName]: (parameters: ParametersOf<Name>, signal: Signal) => Promise<ResultOf<Name>>;
};
