import { createHash } from 'node:crypto';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { columnTypes } from '#shared/api/column.ts';
import { oneOf, orNull } from '#shared/one-of.ts';

const Id = Type.Integer({ minimum: 1 });
const Count = Type.Integer({ minimum: 0 });
const Slug = Type.String({ minLength: 1 });

const images = { image: Type.String(), showcaseImage: Type.String(), thumbnailImage: Type.String() };

/** A group by id, which is in addresses, and name, which users know. */
const NamedGroup = Type.Object({ id: Id, name: Type.String({ minLength: 1 }) });
const NamedUser = Type.Object({ id: Id, username: Type.String({ minLength: 1 }) });

export const NamespaceDocument = Type.Object({
  kind: Type.Literal('namespace'),
  store: Type.String(),
  id: Id,
  slug: Slug,
  label: Type.String(),
  description: Type.String(),
  ...images,
  published: Type.Boolean(),
  owner: orNull(NamedUser),
  allowedGroups: Type.Array(NamedGroup),
  created: Type.String(),
});
export type NamespaceDocument = Static<typeof NamespaceDocument>;

/** A dataset with the descriptions of its columns, and its saved queries. */
export const DatasetDocument = Type.Object({
  kind: Type.Literal('dataset'),
  store: Type.String(),
  id: Id,
  namespaceId: Id,
  slug: Slug,
  label: Type.String(),
  description: Type.String(),
  ...images,
  created: Type.String(),
  lastVersion: Type.String(),
  // Documents of earlier releases lack them.
  licence: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
  contact: Type.Optional(Type.String()),
  hidden: Type.Optional(Type.Boolean()),
  /** The source that it follows, if any. */
  followed: Type.Optional(
    Type.Object({
      choice: Type.String(),
      every: Type.String(),
      allowPrivate: Type.Boolean(),
      retention: Type.String(),
      guards: Type.String(),
      key: orNull(Type.String()),
      paused: oneOf('no', 'user', 'failures'),
      since: Type.String(),
      // Documents of earlier releases lack it.
      notify: Type.Optional(Type.Boolean()),
    }),
  ),
  changes: Type.Optional(
    Type.Array(
      Type.Object({
        version: Type.String(),
        previous: Type.String(),
        at: Type.String(),
        summary: Type.String(),
        unread: Type.Boolean(),
      }),
    ),
  ),
  columnNotes: Type.Array(Type.Object({ name: Type.String(), label: Type.String(), description: Type.String() })),
  queries: Type.Array(
    Type.Object({
      id: Id,
      owner: orNull(NamedUser),
      label: Type.String(),
      slug: Slug,
      parameters: Type.String(),
      created: Type.String(),
    }),
  ),
});
export type DatasetDocument = Static<typeof DatasetDocument>;

/** A version, with its dataset and namespace as they were then: sufficient if their documents are lost. */
export const VersionDocument = Type.Object({
  kind: Type.Literal('version'),
  store: Type.String(),
  key: Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$' }),
  id: Id,
  datasetId: Id,
  slug: Type.String({ pattern: '^\\d{20}$' }),
  checksum: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  rows: Count,
  bytes: Count,
  rejected: Count,
  conversions: Type.String(),
  metadata: Type.String(),
  // Documents of earlier releases, and of versions that no account published, lack it.
  author: Type.Optional(Type.String()),
  columns: Type.Array(Type.Object({ name: Type.String(), type: oneOf(...columnTypes), size: orNull(Type.Integer()) })),
  report: orNull(
    Type.Object({
      message: Type.String(),
      badValues: Type.String(),
      badCount: Count,
      started: Type.String(),
      finished: orNull(Type.String()),
    }),
  ),
  dataset: DatasetDocument,
  namespace: NamespaceDocument,
});
export type VersionDocument = Static<typeof VersionDocument>;

/** Accounts and groups, without passwords, tokens and sessions. */
export const AccountsDocument = Type.Object({
  kind: Type.Literal('accounts'),
  store: Type.String(),
  users: Type.Array(
    Type.Object({
      id: Id,
      username: Type.String({ minLength: 1 }),
      email: Type.String(),
      isStaff: Type.Boolean(),
      isActive: Type.Boolean(),
      isOperator: Type.Boolean(),
      dateJoined: Type.String(),
      groups: Type.Array(Id),
    }),
  ),
  groups: Type.Array(NamedGroup),
});
export type AccountsDocument = Static<typeof AccountsDocument>;

const digestOf = (document: unknown) => createHash('sha256').update(JSON.stringify(document)).digest('hex');

/** The file content of a document, with a checksum, so that a flipped bit cannot make anything public. */
export function documentText(document: { readonly kind: string }): string {
  return `${JSON.stringify({ format: 1, sha256: digestOf(document), document }, null, 1)}\n`;
}

/** Parses a document; null if it is damaged, of another kind, or in an unknown format. */
export function readDocument<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> | null {
  try {
    const { format, sha256, document } = JSON.parse(text) as Record<string, unknown>;
    if (format !== 1 || sha256 !== digestOf(document) || !Value.Check(schema, document)) return null;
    return document as Static<Schema>;
  } catch {
    return null;
  }
}
