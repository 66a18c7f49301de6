import { type Static, Type } from 'typebox';
import { Dataset } from '../api/records/dataset.ts';
import { Namespace } from '../api/records/namespace.ts';
import type { Row } from '../cell.ts';
import { Explanation, Failure } from '../failures.ts';
import { type Lookup, lookups, type RowQuery } from '../row-query.ts';

/** As whom a connection reads; the local one is always shown as anonymous. The token itself never reaches the window. */
export const Session = Type.Union([
  Type.Object({ kind: Type.Literal('anonymous') }),
  Type.Object({
    kind: Type.Literal('signed-in'),
    /** Null where a token was pasted and the service does not say whose it is. */
    user: Type.Union([Type.String(), Type.Null()]),
    /** `session`: the token is dropped when Almanac quits. */
    kept: Type.Union([Type.Literal('keychain'), Type.Literal('session')]),
  }),
  /** There is a token, but the service no longer takes it: sign in again or sign out. */
  Type.Object({ kind: Type.Literal('token-refused'), user: Type.Union([Type.String(), Type.Null()]) }),
]);
export type Session = Static<typeof Session>;

/** What can be done with a connection. The window asks this, and never where the service runs. */
export const Capabilities = Type.Object({
  /** Sign in and out; false where Almanac signs in by itself. */
  signIn: Type.Boolean(),
  /** Give it another address. */
  changeAddress: Type.Boolean(),
  /** Remove it from the connections. */
  remove: Type.Boolean(),
  /** Keep copies of its datasets on this computer. */
  pin: Type.Boolean(),
  /**
   * Its files lie on this computer: data are published there unless another service is chosen, links to its datasets
   * open here alone, and its rows may be kept for the next start.
   */
  filesOnThisComputer: Type.Boolean(),
});
export type Capabilities = Static<typeof Capabilities>;

/** A service that the user has connected to, or the one that Almanac itself runs. */
export const Connection = Type.Object({
  id: Type.String(),
  capabilities: Capabilities,
  name: Type.String(),
  /** `#rrggbb`, or empty for none. */
  colour: Type.String(),
  /** Address of the service with a slash at the end; null while the local service is still starting. */
  address: Type.Union([Type.String(), Type.Null()]),
  /** `offline`: it could not be reached when it was last asked. `failed`: it was reached, but is of no use; see `failure`. */
  state: Type.Union([Type.Literal('starting'), Type.Literal('ready'), Type.Literal('offline'), Type.Literal('failed')]),
  /** Why it is offline or failed. */
  failure: Type.Union([Failure, Type.Null()]),
  session: Session,
  /**
   * Whether a token may travel to it: `safe` over HTTPS or within this computer; over plain HTTP only after the user
   * has agreed (`agreed`), before that signing in fails with the code `plain-http` (`ask`).
   */
  transport: Type.Union([Type.Literal('safe'), Type.Literal('ask'), Type.Literal('agreed')]),
});
export type Connection = Static<typeof Connection>;

/** What an address that a user gave turned out to be. */
export const FoundService = Type.Object({
  /** The service's own address, with a slash at the end: what a connection to it keeps. */
  address: Type.String(),
  /** A name to propose, out of the address. */
  name: Type.String(),
  transport: Type.Union([Type.Literal('safe'), Type.Literal('ask')]),
  /** Namespaces that can be seen without signing in; null where the list wants a sign-in. */
  namespaces: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  /** What the user should know about it; usually empty. */
  notices: Type.Array(Explanation),
});
export type FoundService = Static<typeof FoundService>;

/** Where tokens and connections are kept. */
export const StorageReport = Type.Object({
  /** `none`: no keychain can be reached, for the reason given; a token can be kept for this session only. */
  keychain: Type.Union([
    Type.Object({ kind: Type.Literal('system') }),
    Type.Object({ kind: Type.Literal('none'), reason: Explanation }),
  ]),
  /** What went wrong with the stored connections; usually empty. */
  notices: Type.Array(Explanation),
});
export type StorageReport = Static<typeof StorageReport>;

/** A namespace in the tree; `datasets` as the service embeds them. */
export const NamespaceSummary = Namespace;
export type NamespaceSummary = Namespace;

/** A group of accounts that a namespace may be open to. */
export const GroupSummary = Type.Object({
  name: Type.String(),
  /** Absolute address, by which a namespace names it. */
  url: Type.String(),
});
export type GroupSummary = Static<typeof GroupSummary>;

/** Which dataset is meant: by the slugs of the specification, on one connection. */
export const DatasetReference = Type.Object({
  connection: Type.String(),
  namespace: Type.String(),
  dataset: Type.String(),
});
export type DatasetReference = Static<typeof DatasetReference>;

/** A dataset's record with what the connector found out beside it. */
export const DatasetDetails = Type.Object({
  dataset: Dataset,
  namespaceLabel: Type.String(),
  /** Rows of the newest version; null where the service does not count them. */
  rows: Type.Union([Type.Integer(), Type.Null()]),
  /** What the user should know about how it is read; usually empty. */
  notices: Type.Array(Explanation),
});
export type DatasetDetails = Static<typeof DatasetDetails>;

/** The schema of a row query as it crosses from the window to the backend. */
export const RowQuerySchema = Type.Unsafe<RowQuery>(
  Type.Object({
    filters: Type.Array(
      Type.Object({
        column: Type.String(),
        lookup: Type.Unsafe<Lookup>(Type.Union(lookups.map((lookup) => Type.Literal(lookup)))),
        value: Type.String(),
      }),
    ),
    join: Type.Optional(Type.Literal('or')),
    ordering: Type.Array(Type.Object({ column: Type.String(), descending: Type.Boolean() })),
    search: Type.String(),
    fields: Type.Union([Type.Array(Type.String()), Type.Null()]),
    version: Type.Union([Type.String(), Type.Null()]),
  }),
);

/** Rows `offset` to `offset + rows.length` of a query. */
export const RowPage = Type.Object({
  offset: Type.Integer({ minimum: 0 }),
  // Not checked cell by cell: that would cost more than all the rest of a page's way to the window.
  rows: Type.Unsafe<readonly Row[]>(Type.Array(Type.Unknown())),
  /** Rows that the query has in all; null where that is not known yet. */
  count: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  /** True when there is nothing behind this page. */
  last: Type.Boolean(),
  /**
   * Slug of the version that these rows belong to; null where the service does not tell. When it differs from that of
   * rows read before, those are out of date: a `dataset-changed` event says so too.
   */
  version: Type.Union([Type.String(), Type.Null()]),
});
export type RowPage = Static<typeof RowPage>;
