import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Namespace } from '#shared/api/records/namespace.ts';
import type { Version } from '#shared/api/records/version.ts';
import type { DatasetEntry } from '../../catalogue/records/datasets.ts';
import type { ImageNames, NamespaceEntry } from '../../catalogue/records/namespaces.ts';
import { versionDatetime } from '../../catalogue/records/version-slug.ts';
import { type ColumnEntry, readMetadata, type VersionEntry } from '../../catalogue/records/versions.ts';
import type { Links } from './links.ts';

/** A version's record: "Version" in the specification, with its author in the metadata, which may be anything. */
export function versionRecord(links: Links, namespace: string, dataset: string, version: VersionEntry): Version {
  return {
    id: version.id,
    dataset: links.dataset(namespace, dataset),
    label: version.slug,
    slug: version.slug,
    datetime: versionDatetime(version.slug),
    checksum: version.checksum,
    metadata: version.author === null ? version.metadata : withAuthor(version.metadata, version.author),
    ready: version.ready,
    url: links.version(namespace, dataset, version.slug),
  };
}

function withAuthor(metadata: string, author: string): string {
  const known = readMetadata(metadata) as object | null;
  return Buffer.from(JSON.stringify({ ...known, author }), 'utf8').toString('base64');
}

function imageRecord(images: ImageNames) {
  return { image: images.image, showcase_image: images.showcaseImage, thumbnail_image: images.thumbnailImage };
}

/** A dataset's record: "Dataset" in the specification. */
export function datasetRecord(
  links: Links,
  namespace: string,
  dataset: DatasetEntry,
  versions: readonly VersionEntry[],
  columns: readonly ColumnEntry[],
): Dataset {
  const url = links.dataset(namespace, dataset.slug);
  return {
    id: dataset.id,
    label: dataset.label,
    slug: dataset.slug,
    namespace: links.namespace(namespace),
    description: dataset.description,
    ...imageRecord(dataset),
    url,
    versions: versions.map((version) => versionRecord(links, namespace, dataset.slug, version)),
    data: `${url}data/`,
    columns: columns.map(({ type, description, name, label }) => ({ type, description, name, label })),
    download: `${url}download/`,
    ...(dataset.hidden && { hidden: true }),
  };
}

/** A namespace's record with its datasets: "Namespace" in the specification. */
export function namespaceRecord(links: Links, namespace: NamespaceEntry, datasets: Dataset[]): Namespace {
  return {
    id: namespace.id,
    label: namespace.label,
    slug: namespace.slug,
    description: namespace.description,
    ...imageRecord(namespace),
    published: namespace.published,
    url: links.namespace(namespace.slug),
    allowed_groups: namespace.allowedGroups.map((group) => links.group(group)),
    datasets,
  };
}
