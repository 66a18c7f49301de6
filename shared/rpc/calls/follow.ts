import { type Static, Type } from 'typebox';
import {
  Choice,
  FollowedSource,
  Retention,
  SourceChange,
  SourceCheck,
  SourceKindSchema,
  SourceSettings,
} from '../../follow.ts';
import type { Immutable } from '../../immutable.ts';
import { orNull } from '../../schema-parts.ts';
import { call, done, nothing } from '../call.ts';
import { FilePreview } from '../source-file.ts';

const address = Type.String({ minLength: 1, maxLength: 2000 });
const text = orNull(Type.String());
const count = orNull(Type.Integer({ minimum: 0 }));
const name = Type.Object({ namespace: Type.String({ minLength: 1 }), dataset: Type.String({ minLength: 1 }) });

/** Who published something and under which terms, as far as the source says. */
const origin = {
  licence: text,
  publisher: text,
  contact: text,
  /** A page for people. */
  homepage: text,
};

/** A table or file at an address. */
export const SourceEntry = Type.Object({
  /** Unique in its listing; what `--entry` takes. */
  id: Type.String(),
  title: Type.String(),
  description: text,
  /** As a person would say it: `CSV`, `Parquet`, … */
  format: text,
  bytes: count,
  rows: count,
  /** ISO 8601. */
  modified: text,
  licence: text,
  /** Not followed itself: explore this address instead, for instance a dataset of a catalogue. */
  leadsTo: Type.Optional(Type.String()),
});
export type SourceEntry = Immutable<Static<typeof SourceEntry>>;

/** The contents of an address. */
export const SourceListing = Type.Object({
  kind: SourceKindSchema,
  /** The address to choose entries from; may differ from the one that was pasted. */
  address: Type.String(),
  title: Type.String(),
  description: text,
  ...origin,
  entries: Type.Array(SourceEntry),
  /** Passed to `listSourceEntries` for further entries; null at the end. */
  more: text,
  /** Whether `listSourceEntries` takes a search text. */
  searchable: Type.Boolean(),
});
export type SourceListing = Immutable<Static<typeof SourceListing>>;

/** Everything that is known about an entry before it is fetched. */
export const SourceEntryDetails = Type.Object({
  ...SourceEntry.properties,
  ...origin,
  columns: Type.Array(Type.Object({ name: Type.String(), title: text, description: text, unit: text })),
  /** Further choices; `values` is empty for free text. */
  parameters: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      values: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
    }),
  ),
});
export type SourceEntryDetails = Immutable<Static<typeof SourceEntryDetails>>;

/** A secret for one origin: a token or key in a header, or a user name with its password. */
export const SourceSecret = Type.Union([
  Type.Object({
    kind: Type.Literal('header'),
    name: Type.String({ minLength: 1 }),
    value: Type.String({ minLength: 1 }),
  }),
  Type.Object({ kind: Type.Literal('basic'), user: Type.String(), password: Type.String() }),
]);
export type SourceSecret = Immutable<Static<typeof SourceSecret>>;

const looked = { address, allowPrivate: Type.Boolean() };

/**
 * The calls about followed data from the web. Following itself is the job `follow`, which fetches the data for the
 * first time. Every change to a source, and every new change or check, is announced by `follow-changed`.
 */
export const followCalls = {
  /**
   * Explores the address or text that the user pasted. Fails with `not-a-source` if it is not a source, and with
   * `private-address` if the address belongs to this computer or its network and `allowPrivate` is false: ask the user.
   */
  lookAtAddress: call(Type.Object(looked), SourceListing),
  /** Further or matching entries. */
  listSourceEntries: call(
    Type.Object({ ...looked, kind: SourceKindSchema, search: Type.String(), more: text }),
    SourceListing,
  ),
  describeSourceEntry: call(Type.Object({ choice: Choice, allowPrivate: Type.Boolean() }), SourceEntryDetails),
  /** Fetches an entry into a temporary file and shows its first records. */
  previewSourceEntry: call(Type.Object({ choice: Choice, allowPrivate: Type.Boolean() }), FilePreview),
  /** All followed datasets of the local service, by name. */
  listFollowed: call(nothing, Type.Array(FollowedSource)),
  /** The checks of a dataset, newest first; the last few hundred are kept. */
  listSourceChecks: call(
    Type.Object({ ...name.properties, limit: Type.Integer({ minimum: 1, maximum: 1000 }) }),
    Type.Array(SourceCheck),
  ),
  /** Changes of one dataset or of all (the inbox), newest first. `before`: only those with a smaller id. */
  listSourceChanges: call(
    Type.Object({
      of: orNull(name),
      before: orNull(Type.Integer()),
      limit: Type.Integer({ minimum: 1, maximum: 200 }),
    }),
    Type.Object({ changes: Type.Array(SourceChange), unread: Type.Integer({ minimum: 0 }) }),
  ),
  /** Marks one change as read, or all up to `upTo` of a dataset or of all. */
  markChangesRead: call(
    Type.Object({ of: orNull(name), upTo: Type.Integer(), only: Type.Optional(Type.Boolean()) }),
    done,
  ),
  /** Requests a check; it starts as soon as the limits of its host allow it. */
  checkSource: call(name, done),
  changeSource: call(Type.Object({ ...name.properties, settings: SourceSettings }), FollowedSource),
  /** Stops following; the dataset stays with its versions. */
  unfollow: call(name, done),
  /** Publishes or discards the held version; a discarded content is not held again. */
  decideHeldVersion: call(Type.Object({ ...name.properties, accept: Type.Boolean() }), done),
  /** The versions that a retention would remove now, and disk space before and after. */
  estimateRetention: call(
    Type.Object({ ...name.properties, retention: Retention }),
    Type.Object({
      versions: Type.Integer({ minimum: 0 }),
      removed: Type.Integer({ minimum: 0 }),
      bytes: Type.Integer({ minimum: 0 }),
      bytesAfter: Type.Integer({ minimum: 0 }),
    }),
  ),
  /** Stores a secret for the origin of an address in the keychain; null removes it. It is never returned. */
  keepSourceSecret: call(Type.Object({ address, secret: orNull(SourceSecret) }), done),
  /** The given origins for which a secret is stored. */
  listSourceSecrets: call(
    Type.Object({ addresses: Type.Array(address) }),
    Type.Array(Type.Object({ origin: Type.String(), kind: Type.String() })),
  ),
} as const;
