import { type Static, Type } from 'typebox';
import { label, slug } from '../api/fields.ts';
import { FailureSchema } from '../failures/schemas.ts';
import type { Immutable } from '../immutable.ts';
import { oneOf, orNull } from '../schema-parts.ts';

const connection = Type.String();
const namespace = Type.String({ minLength: 1 });
const dataset = Type.String({ minLength: 1 });

/** What can be changed: a service's list of namespaces, a namespace, or a dataset. */
export const EditTarget = Type.Union([
  Type.Object({ kind: Type.Literal('service'), connection }),
  Type.Object({ kind: Type.Literal('namespace'), connection, namespace }),
  Type.Object({ kind: Type.Literal('dataset'), connection, namespace, dataset }),
]);
export type EditTarget = Immutable<Static<typeof EditTarget>>;

/** A namespace or a dataset, which can be changed or removed. */
export const EditableTarget = Type.Union([EditTarget.anyOf[1], EditTarget.anyOf[2]]);
export type EditableTarget = Immutable<Static<typeof EditableTarget>>;

/** What can be deleted: a namespace, a dataset, or one of its versions. */
export const RemovalTarget = Type.Union([
  ...EditableTarget.anyOf,
  Type.Object({
    kind: Type.Literal('version'),
    connection,
    namespace,
    dataset,
    version: Type.String({ minLength: 1 }),
  }),
]);
export type RemovalTarget = Immutable<Static<typeof RemovalTarget>>;

/** `unknown`: the service does not say in advance; only an attempt shows it. */
export const Right = oneOf('yes', 'no', 'unknown');
export type Right = Static<typeof Right>;

/** What the caller may do with a target, as the service reports it. */
export const Rights = Type.Object({
  /** Change its own fields; `no` for the list of namespaces, which has none. */
  change: Right,
  remove: Right,
  /** Create something inside: a namespace in the list, a dataset in a namespace; `no` for a dataset. */
  add: Right,
  /** Whether the caller is signed in; if not, signing in may help. */
  signedIn: Type.Boolean(),
  /** Whether the caller may hide the dataset: only some services can. */
  hides: Type.Optional(Type.Boolean()),
});
export type Rights = Immutable<Static<typeof Rights>>;

/** Whether an image stays, is removed, or is replaced by a local file (an absolute path). */
export const ImageChange = Type.Union([
  Type.Object({ kind: Type.Literal('keep') }),
  Type.Object({ kind: Type.Literal('remove') }),
  Type.Object({ kind: Type.Literal('replace'), path: Type.String({ minLength: 1, maxLength: 4096 }) }),
]);
export type ImageChange = Immutable<Static<typeof ImageChange>>;

/** Changes to a namespace; missing fields stay unchanged. `allowedGroups`: absolute addresses. */
export const NamespaceChange = Type.Object({
  label: Type.Optional(label),
  slug: Type.Optional(slug),
  description: Type.Optional(Type.String({ maxLength: 1_000_000 })),
  published: Type.Optional(Type.Boolean()),
  allowedGroups: Type.Optional(Type.Array(Type.String())),
  image: ImageChange,
});
export type NamespaceChange = Immutable<Static<typeof NamespaceChange>>;

/** Changes to a dataset; missing fields stay unchanged. */
export const DatasetChange = Type.Object({
  label: NamespaceChange.properties.label,
  slug: NamespaceChange.properties.slug,
  description: NamespaceChange.properties.description,
  image: ImageChange,
  hidden: Type.Optional(Type.Boolean()),
});
export type DatasetChange = Immutable<Static<typeof DatasetChange>>;

/** What a form can change, with its current values. */
export const Editable = Type.Object({
  /** Where the record is: differs from the requested address if it was renamed meanwhile. */
  target: EditableTarget,
  /** Id of the record, by which it is found again after it was renamed; null if the service does not report one. */
  id: orNull(Type.Integer({ minimum: 1 })),
  label: Type.String(),
  slug: Type.String(),
  description: Type.String(),
  /** Whether a namespace is published; false for a dataset, which is as visible as its namespace. */
  published: Type.Boolean(),
  /** Whether only those who may write see the dataset. */
  hidden: Type.Optional(Type.Boolean()),
  /** Absolute addresses of groups; empty for a dataset. */
  allowedGroups: Type.Array(Type.String()),
  /** The image as the record names it; empty if there is none. */
  image: Type.String(),
  /** Entity tag of the record; null if the service sends none, so that concurrent changes cannot be detected. */
  etag: orNull(Type.String()),
});
export type Editable = Immutable<Static<typeof Editable>>;

export const Written = Type.Object({
  /** Slug of the record after the change. */
  slug: Type.String(),
  /** Why only the image was refused; null if it was accepted or unchanged. */
  imageRefused: orNull(FailureSchema),
});
export type Written = Immutable<Static<typeof Written>>;

/** Something that a user deleted: it will be deleted at the service in a moment, or could not be. */
export const Removal = Type.Object({
  id: Type.String(),
  target: RemovalTarget,
  label: Type.String(),
  /** `waiting`: not sent yet, can be undone. `sending`: can no longer be undone. */
  state: oneOf('waiting', 'sending', 'failed'),
  /** Milliseconds until it is sent; 0 when it no longer waits. */
  remaining: Type.Integer({ minimum: 0 }),
  failure: orNull(FailureSchema),
});
export type Removal = Immutable<Static<typeof Removal>>;
