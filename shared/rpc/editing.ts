import { type Static, Type } from 'typebox';
import { label, slug } from '../api/fields.ts';
import { Failure } from '../failures.ts';
import { oneOf, orNull } from './one-of.ts';

const connection = Type.String();
const namespace = Type.String({ minLength: 1 });
const dataset = Type.String({ minLength: 1 });

/** What may be changed: the list of a service's namespaces, a namespace, or a dataset. */
export const EditTarget = Type.Union([
  Type.Object({ kind: Type.Literal('service'), connection }),
  Type.Object({ kind: Type.Literal('namespace'), connection, namespace }),
  Type.Object({ kind: Type.Literal('dataset'), connection, namespace, dataset }),
]);
export type EditTarget = Static<typeof EditTarget>;

/** A namespace or a dataset: what can be changed or removed itself. */
export const EditableTarget = Type.Union([EditTarget.anyOf[1], EditTarget.anyOf[2]]);
export type EditableTarget = Static<typeof EditableTarget>;

/** `unknown`: the service does not say beforehand; only an attempt shows it. */
export const Right = oneOf('yes', 'no', 'unknown');
export type Right = Static<typeof Right>;

/** What the caller may do with a target, as the service itself says. */
export const Rights = Type.Object({
  /** Change its own fields; `no` for the list of namespaces, which has none. */
  change: Right,
  remove: Right,
  /** Make something inside: a namespace in the list, a dataset in a namespace; `no` for a dataset. */
  add: Right,
  /** Whether the caller is known to the service at all: who is not may be helped by signing in. */
  signedIn: Type.Boolean(),
});
export type Rights = Static<typeof Rights>;

/** What becomes of an image: it stays, goes, or is replaced by a file of this computer (an absolute path). */
export const ImageChange = Type.Union([
  Type.Object({ kind: Type.Literal('keep') }),
  Type.Object({ kind: Type.Literal('remove') }),
  Type.Object({ kind: Type.Literal('replace'), path: Type.String({ minLength: 1, maxLength: 4096 }) }),
]);
export type ImageChange = Static<typeof ImageChange>;

/** What is written of a namespace; what is left out stays as it is. `allowedGroups`: absolute addresses. */
export const NamespaceChange = Type.Object({
  label: Type.Optional(label),
  slug: Type.Optional(slug),
  description: Type.Optional(Type.String({ maxLength: 1_000_000 })),
  published: Type.Optional(Type.Boolean()),
  allowedGroups: Type.Optional(Type.Array(Type.String())),
  image: ImageChange,
});
export type NamespaceChange = Static<typeof NamespaceChange>;

/** What is written of a dataset; what is left out stays as it is. */
export const DatasetChange = Type.Pick(NamespaceChange, ['label', 'slug', 'description', 'image']);
export type DatasetChange = Static<typeof DatasetChange>;

/** What a form may change of something, as its service has it now. */
export const Editable = Type.Object({
  label: Type.String(),
  slug: Type.String(),
  description: Type.String(),
  /** False for a dataset, which is as visible as its namespace. */
  published: Type.Boolean(),
  /** Absolute addresses; empty for a dataset. */
  allowedGroups: Type.Array(Type.String()),
  /** As its record names it; empty for none. */
  image: Type.String(),
  /** Entity tag of the record; null where the service names none, and changes cannot be detected. */
  etag: orNull(Type.String()),
});
export type Editable = Static<typeof Editable>;

/** How a change went. */
export const Written = Type.Object({
  /** Its slug now. */
  slug: Type.String(),
  /** Why the image alone was not taken; null where it was, or nothing was to be done. */
  imageRefused: orNull(Failure),
});
export type Written = Static<typeof Written>;

/** Something that was deleted by a user and goes for good in a moment, or could not go. */
export const Removal = Type.Object({
  id: Type.String(),
  target: EditableTarget,
  label: Type.String(),
  /** `waiting`: nothing has been sent yet, it can be undone. `sending`: it cannot any more. */
  state: oneOf('waiting', 'sending', 'failed'),
  /** Milliseconds until it is sent; 0 when it no longer waits. */
  remaining: Type.Integer({ minimum: 0 }),
  failure: orNull(Failure),
});
export type Removal = Static<typeof Removal>;
