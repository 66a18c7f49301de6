import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Immutable } from './immutable.ts';
import { orNull } from './schema-parts.ts';

/** The version of another service that a version was copied from. */
const Origin = Type.Object({
  /** Absolute address of the dataset. */
  address: Type.String(),
  /** Slug of the version; null if the service gave none. */
  version: orNull(Type.String()),
  /** Checksum of the version at that service; may be empty. */
  checksum: Type.String(),
  /** When it was copied, ISO 8601. */
  pinned: Type.String(),
  /** Whether the user requested a copy that everyone may read; missing in copies made when all of them were public. */
  public: Type.Optional(Type.Boolean()),
});
export type VersionOrigin = Immutable<Static<typeof Origin>>;

/** The statement that made a version, and the versions that it read. */
const MadeBy = Type.Object({
  sql: Type.String(),
  inputs: Type.Array(
    Type.Object({
      /** As the statement names it. */
      name: Type.String(),
      /** Path of the version's record. */
      address: Type.String(),
      version: Type.String(),
      checksum: Type.String(),
    }),
  ),
});
export type VersionRecipe = Immutable<Static<typeof MadeBy>>;

/** The parts of a version's `metadata` that Almanac writes; the metadata of other services are opaque. */
const Metadata = Type.Object({
  licence: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
  author: Type.Optional(Type.String()),
  origin: Type.Optional(Origin),
  recipe: Type.Optional(MadeBy),
  rows: Type.Optional(Type.Integer({ minimum: 0 })),
});

// Node and browsers have both; this layer is compiled for neither.
declare function atob(base64: string): string;
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

/** The JSON value that the base64 metadata decode to; null if they are anything else. */
export function decodeMetadata(metadata: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(metadata), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function readMetadata(metadata: string): Static<typeof Metadata> {
  const value = decodeMetadata(metadata);
  return Value.Check(Metadata, value) ? value : {};
}

/** The licence of a version's data; null if its metadata contain none. */
export function licenceIn(metadata: string): string | null {
  const licence = readMetadata(metadata).licence ?? '';
  return licence === '' ? null : licence;
}

/** The note of a version; empty if it has none. */
export function noteIn(metadata: string): string {
  return readMetadata(metadata).note ?? '';
}

/** The account that published a version; empty if it is unknown or not shown to this caller. */
export function authorIn(metadata: string): string {
  return readMetadata(metadata).author ?? '';
}

/** Number of rows of one of our versions; 0 if unknown. */
export function rowsIn(metadata: string): number {
  return readMetadata(metadata).rows ?? 0;
}

/** What made a version; null if no recipe did. */
export function recipeOfVersion(metadata: string): VersionRecipe | null {
  return readMetadata(metadata).recipe ?? null;
}

/** Where a version was copied from; null if it is not a copy. */
export function originIn(metadata: string): VersionOrigin | null {
  return readMetadata(metadata).origin ?? null;
}
