import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { columnTypes } from '#shared/api/column.ts';
import { SourceFormat } from '#shared/rpc/source-file.ts';
import { everHadNamespace } from '../catalogue/database/dialect.ts';
import { createDataset, type DatasetEntry, findDataset } from '../catalogue/records/datasets.ts';
import { createNamespace, findNamespace, type NamespaceEntry } from '../catalogue/records/namespaces.ts';
import { readSetting, writeSetting } from '../catalogue/records/settings.ts';
import { versionDatetime } from '../catalogue/records/version-slug.ts';
import { listVersions } from '../catalogue/records/versions.ts';
import { type PublishDeps, publishVersion } from '../operations/publish/publish.ts';
import type { ReadingOptions } from '../reading/reading.ts';

type PackedNamespace = SampleManifest['namespaces'][number];

const setting = 'samples';

/** Progress of loading the samples: `done` lists the finished namespaces and datasets (`namespace/dataset`). */
interface SampleProgress {
  readonly done: readonly string[];
  readonly finished: boolean;
}

/** Finished parts; `mark` records one, so that a start after a crash resumes from there. */
interface Done {
  has(name: string): boolean;
  mark(name: string): Promise<void>;
}

/**
 * Publishes the samples of a folder to a service that has never had a namespace, one dataset after the other, resuming
 * an interrupted start; otherwise it does nothing. A sample that a user has removed meanwhile stays away. A sample that
 * fails is logged and tried again at the next start. Resolves early, without an error, when `signal` aborts.
 */
export async function loadSamples(deps: PublishDeps, folder: string, signal: AbortSignal): Promise<void> {
  const { records } = deps.catalogue;
  const progress = JSON.parse((await readSetting(records, setting)) ?? 'null') as SampleProgress | null;
  const note = (noted: SampleProgress) => writeSetting(records, setting, JSON.stringify(noted));
  if (progress === null ? await everHadNamespace(records) : progress.finished) return;
  const manifest = await readManifest(deps, folder);
  if (manifest === null) return;
  const names = new Set(progress?.done);
  const done: Done = {
    has: (name) => names.has(name),
    mark: async (name) => {
      names.add(name);
      await note({ done: [...names], finished: false });
    },
  };
  if (progress === null) await note({ done: [], finished: false });
  let complete = true;
  for (const namespace of manifest.namespaces) {
    complete = (await loadNamespace(deps, folder, namespace, done, signal)) && complete;
    if (signal.aborted) return;
  }
  if (complete) await note({ done: [...names], finished: true });
}

async function readManifest(deps: PublishDeps, folder: string): Promise<SampleManifest | null> {
  try {
    return parseManifest(await readFile(path.join(folder, manifestFile), 'utf8'));
  } catch (error) {
    deps.log.warn({ error }, 'There are no samples to show: their folder is missing or not readable.');
    return null;
  }
}

/** @returns whether all of it exists (or was removed by a user) */
async function loadNamespace(
  deps: PublishDeps,
  folder: string,
  packed: PackedNamespace,
  done: Done,
  signal: AbortSignal,
): Promise<boolean> {
  const { records } = deps.catalogue;
  const { slug, label, description } = packed;
  const found = await findNamespace(records, slug);
  if (found === null && done.has(slug)) return true;
  const namespace = found ?? (await createNamespace(records, { slug, label, description, published: true }));
  await done.mark(slug);
  let complete = true;
  for (const sample of packed.datasets) {
    const name = `${slug}/${sample.slug}`;
    if (done.has(name)) continue;
    if (signal.aborted) return false;
    const loaded = await loadSample(deps, folder, namespace, sample, signal);
    if (loaded) await done.mark(name);
    else complete = false;
  }
  return complete;
}

async function loadSample(
  deps: PublishDeps,
  folder: string,
  namespace: NamespaceEntry,
  sample: PackedSample,
  signal: AbortSignal,
): Promise<boolean> {
  const { slug, label, description } = sample;
  const { records } = deps.catalogue;
  const about = { namespace: namespace.slug, dataset: slug };
  try {
    const dataset =
      (await findDataset(records, namespace.id, slug)) ??
      (await createDataset(records, { namespaceId: namespace.id, slug, label, description }));
    const versions = await listVersions(records, [dataset.id]);
    const ready = new Set(versions.filter((version) => version.ready).map((version) => versionDatetime(version.slug)));
    for (const release of sample.releases) {
      if (isPublished(release, ready)) continue;
      const begun = performance.now();
      const { rows } = await publishRelease(deps, folder, dataset, { ...sample, release }, signal);
      const milliseconds = Math.round(performance.now() - begun);
      deps.log.info({ ...about, file: release.file, rows, milliseconds }, 'Published a sample.');
    }
    return true;
  } catch (error) {
    if (!signal.aborted) deps.log.error({ ...about, error }, 'A sample could not be published.');
    return false;
  }
}

/**
 * An undated release is the only one of its dataset. A dated one is identified by its instant to the millisecond: after
 * a crash its slug is a microsecond later, because the slug of the interrupted one is not reused.
 */
function isPublished({ datetime }: Release, ready: ReadonlySet<string>): boolean {
  return datetime === null ? ready.size > 0 : ready.has(new Date(datetime).toISOString());
}

function publishRelease(
  deps: PublishDeps,
  folder: string,
  dataset: DatasetEntry,
  { release, ...sample }: PackedSample & { readonly release: Release },
  signal: AbortSignal,
) {
  const file: ReadingOptions = {
    path: path.join(folder, release.file),
    format: sample.format,
    ...(sample.point && { point: sample.point }),
    ...(release.lookup && { lookup: { path: path.join(folder, release.lookup.file), by: release.lookup.by } }),
    columns: sample.columns.flatMap(({ name, type }) =>
      type === undefined || name === sample.point?.name ? [] : [{ source: name, type }],
    ),
  };
  return publishVersion(deps, dataset.id, file, {
    signal,
    columns: sample.columns.map(({ name, label, description }) => ({ name, label, description })),
    sourceName: release.file,
    licence: sample.licence,
    sample: true,
    ...(release.datetime !== null && { at: new Date(release.datetime) }),
  });
}

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

type PackedFile = Static<typeof PackedFile>;

/** A version of a sample: its file and date; null for the time of publishing. */
const Release = Type.Object({
  ...PackedFile.properties,
  datetime: Type.Union([Type.String({ description: 'ISO 8601, UTC.' }), Type.Null()]),
  /** The file with the columns that follow from the column `by`, as in a source of the row store. */
  lookup: Type.Optional(Type.Object({ ...PackedFile.properties, by: text })),
});
type Release = Static<typeof Release>;

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
