import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { columnTypes } from '#shared/api/column.ts';
import { SourceFormat } from '#shared/rpc/source-file.ts';

/** Name of the manifest within the folder of samples. */
export const manifestFile = 'samples.json';

/** Increased whenever the manifest's shape or the way the files are made changes; older folders are then rebuilt. */
export const manifestFormat = 2;

const text = Type.String({ minLength: 1 });

/** A complete file of the folder. */
const PackedFile = Type.Object({
  file: text,
  bytes: Type.Integer({ minimum: 1 }),
  checksum: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the file.' }),
});

export type PackedFile = Static<typeof PackedFile>;

/** A version of a sample: its file and date; null for the time of publishing. */
const Release = Type.Object({
  ...PackedFile.properties,
  datetime: Type.Union([Type.String({ description: 'ISO 8601, UTC.' }), Type.Null()]),
  /** The file with the columns that follow from the column `by`, as in a source of the row store. */
  lookup: Type.Optional(Type.Object({ ...PackedFile.properties, by: text })),
});
export type Release = Static<typeof Release>;

const SampleColumn = Type.Object({
  name: text,
  label: text,
  description: text,
  type: Type.Optional(Type.Enum(columnTypes)),
});

const PackedSample = Type.Object({
  slug: text,
  label: text,
  description: text,
  licence: Type.String({ description: 'Licence of the data in words, as each version carries it.' }),
  format: SourceFormat,
  point: Type.Optional(Type.Object({ longitude: text, latitude: text, name: text })),
  columns: Type.Array(SampleColumn, { minItems: 1 }),
  releases: Type.Array(Release, { minItems: 1 }),
});
export type PackedSample = Static<typeof PackedSample>;

/** The content of a folder of samples: everything needed to publish them without the original collection. */
export const SampleManifest = Type.Object({
  format: Type.Literal(manifestFormat),
  collection: Type.Object({ name: text, version: text }),
  /** SHA-256 of the authored texts; if it differs, the folder is out of date. */
  authored: text,
  namespaces: Type.Array(
    Type.Object({ slug: text, label: text, description: text, datasets: Type.Array(PackedSample, { minItems: 1 }) }),
  ),
});
export type SampleManifest = Static<typeof SampleManifest>;

/** Every file of a folder of samples beside its manifest. */
export function packedFiles({ namespaces }: Pick<SampleManifest, 'namespaces'>): PackedFile[] {
  const releases = namespaces.flatMap((each) => each.datasets).flatMap((each) => each.releases);
  return releases.flatMap((release) => [release, ...(release.lookup ? [release.lookup] : [])]);
}

/** @throws if the text is not a manifest of this format */
export function parseManifest(json: string): SampleManifest {
  return Value.Parse(SampleManifest, JSON.parse(json));
}
