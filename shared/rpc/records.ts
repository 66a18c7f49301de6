import { type Static, Type } from 'typebox';
import { Dataset } from '../api/records/dataset.ts';
import { Namespace } from '../api/records/namespace.ts';
import { Group } from '../api/records/user.ts';
import { ExplanationSchema, FailureSchema } from '../failures/schemas.ts';
import type { Immutable } from '../immutable.ts';
import { orNull } from '../schema-parts.ts';
import { Rows } from './rows.ts';

/**
 * The account that a connection reads with; the local one is always shown as anonymous. The token itself never reaches
 * the window.
 */
export const SessionState = Type.Union([
  Type.Object({ kind: Type.Literal('anonymous') }),
  Type.Object({
    kind: Type.Literal('signed-in'),
    /** Name of the user; null if a token was pasted and the service does not say whose it is. */
    user: orNull(Type.String()),
    /** `session`: the token is discarded when Almanac quits. */
    kept: Type.Union([Type.Literal('keychain'), Type.Literal('session')]),
  }),
  /** There is a token, but the service no longer accepts it: sign in again or sign out. */
  Type.Object({ kind: Type.Literal('token-refused'), user: orNull(Type.String()) }),
]);
export type SessionState = Immutable<Static<typeof SessionState>>;

/** What a connection supports. The window asks this, never where the service runs. */
export const Capabilities = Type.Object({
  /** Sign in and out; false if Almanac signs in by itself. */
  signIn: Type.Boolean(),
  changeAddress: Type.Boolean(),
  remove: Type.Boolean(),
  /** Keep copies of its datasets on this computer. */
  pin: Type.Boolean(),
  /**
   * Its files are on this computer: it is the default for publishing, links to its datasets work only here, and its
   * rows may be stored for the next start.
   */
  filesOnThisComputer: Type.Boolean(),
});
export type Capabilities = Immutable<Static<typeof Capabilities>>;

/** A service that the user has connected to, or the local one. */
export const Connection = Type.Object({
  id: Type.String(),
  capabilities: Capabilities,
  name: Type.String(),
  /** The colour as `#rrggbb`, or empty. */
  colour: Type.String(),
  /** Address of the service with a trailing slash; null while the local service is starting. */
  address: orNull(Type.String()),
  /**
   * `offline`: it could not be reached at the last attempt. `failed`: it was reached but cannot be used; see `failure`.
   */
  state: Type.Union([Type.Literal('starting'), Type.Literal('ready'), Type.Literal('offline'), Type.Literal('failed')]),
  /** Why it is offline or failed. */
  failure: orNull(FailureSchema),
  session: SessionState,
  /**
   * Whether a token may be sent to it: `safe` over HTTPS or within this computer; over plain HTTP only with the user's
   * consent (`agreed`), without which signing in fails with the code `plain-http` (`ask`).
   */
  transport: Type.Union([Type.Literal('safe'), Type.Literal('ask'), Type.Literal('agreed')]),
});
export type Connection = Immutable<Static<typeof Connection>>;

/** What was found at an address that a user entered. */
export const FoundService = Type.Object({
  /** The service's own address with a trailing slash, for the connection. */
  address: Type.String(),
  /** A name to propose, derived from the address. */
  name: Type.String(),
  transport: Type.Union([Type.Literal('safe'), Type.Literal('ask')]),
  /** Number of namespaces visible without signing in; null if the list requires a sign-in. */
  namespaces: orNull(Type.Integer({ minimum: 0 })),
  /** What the user should know about it; usually empty. */
  notices: Type.Array(ExplanationSchema),
});
export type FoundService = Immutable<Static<typeof FoundService>>;

/** Where tokens and connections are stored. */
export const StorageReport = Type.Object({
  /** `none`: no keychain is available, for the given reason; a token can be kept for this session only. */
  keychain: Type.Union([
    Type.Object({ kind: Type.Literal('system') }),
    Type.Object({ kind: Type.Literal('none'), reason: ExplanationSchema }),
  ]),
  /** Problems with the stored connections; usually empty. */
  notices: Type.Array(ExplanationSchema),
});
export type StorageReport = Immutable<Static<typeof StorageReport>>;

/** A namespace in the tree, with `datasets` as the service embeds them. */
export const NamespaceSummary = Namespace;
export type NamespaceSummary = Namespace;

/** A group of accounts that may read a namespace. */
export const GroupSummary = Type.Pick(Group, ['name', 'url']);
export type GroupSummary = Immutable<Static<typeof GroupSummary>>;

/** Identifies a dataset by the slugs of the specification, on one connection. */
export const DatasetReference = Type.Object({
  connection: Type.String(),
  namespace: Type.String(),
  dataset: Type.String(),
});
export type DatasetReference = Immutable<Static<typeof DatasetReference>>;

/** A dataset's record with what else the connector found out. */
export const DatasetDetails = Type.Object({
  dataset: Dataset,
  namespaceLabel: Type.String(),
  /** Rows of the newest version; null if the service does not count them. */
  rows: orNull(Type.Integer()),
  /** What the user should know about how it is read; usually empty. */
  notices: Type.Array(ExplanationSchema),
});
export type DatasetDetails = Immutable<Static<typeof DatasetDetails>>;

/** Rows `offset` to `offset + rows.length` of a query. */
export const RowPage = Type.Object({
  offset: Type.Integer({ minimum: 0 }),
  rows: Rows,
  /** Total number of rows of the query; null while unknown: `readViewProgress` may report it later. */
  count: orNull(Type.Integer({ minimum: 0 })),
  last: Type.Boolean(),
  /**
   * Slug of these rows' version; null if the service does not report it. If it differs from that of rows read before,
   * those are out of date, which a `dataset-changed` event announces too.
   */
  version: orNull(Type.String()),
});
export type RowPage = Immutable<Static<typeof RowPage>>;
