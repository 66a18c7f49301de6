import type { Column } from '#shared/api/column.ts';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Namespace } from '#shared/api/records/namespace.ts';
import type { Version } from '#shared/api/records/version.ts';
import type { Exact } from '../cells/exact-json.ts';
import type { Addresses } from '../http/layout.ts';
import { booleanField, integerField, listField, slugIn, textField, textsField } from './fields.ts';

/** An address for identification and display; empty if it is not a web address. */
function webAddress(address: string, addresses: Addresses): string {
  const home = addresses.home(address);
  return /^https?:/.test(home) ? home : '';
}

function readColumn(value: Exact): Column {
  const name = textField(value, 'name');
  return {
    type: textField(value, 'type'),
    description: textField(value, 'description'),
    name,
    label: textField(value, 'label') || name,
  };
}

function readVersion(value: Exact, addresses: Addresses): Version {
  const url = typeof value === 'string' ? value : textField(value, 'url');
  const slug = textField(value, 'slug') || slugIn(url, 'versions?');
  return {
    id: integerField(value, 'id'),
    dataset: addresses.home(textField(value, 'dataset')),
    label: textField(value, 'label') || slug,
    slug,
    datetime: textField(value, 'datetime'),
    checksum: textField(value, 'checksum'),
    metadata: textField(value, 'metadata'),
    ready: booleanField(value, 'ready', true),
    url: addresses.home(url),
  };
}

/** Newest first, whatever the service's order: slugs of versions are timestamps. */
function readVersions(value: Exact, addresses: Addresses): Version[] {
  const versions = listField(value, 'versions').map((version) => readVersion(version, addresses));
  const dated = versions.every((version) => /^\d{20}$/.test(version.slug));
  return dated ? versions.sort((a, b) => (a.slug < b.slug ? 1 : a.slug > b.slug ? -1 : 0)) : versions;
}

/**
 * A dataset's record in the specification's form, with the specification's addresses in place of invalid ones; an
 * address alone is accepted as well. Null without a slug.
 */
export function readDatasetRecord(value: Exact, namespace: string, addresses: Addresses): Dataset | null {
  const url = typeof value === 'string' ? value : textField(value, 'url');
  const slug = textField(value, 'slug') || slugIn(url, 'datasets');
  if (slug === '') return null;
  const own = addresses.dataset(namespace, slug);
  return {
    id: integerField(value, 'id'),
    label: textField(value, 'label') || slug,
    slug,
    namespace: webAddress(textField(value, 'namespace'), addresses) || addresses.home(addresses.namespace(namespace)),
    description: textField(value, 'description'),
    image: textField(value, 'image'),
    showcase_image: textField(value, 'showcase_image'),
    thumbnail_image: textField(value, 'thumbnail_image'),
    url: webAddress(url, addresses) || addresses.home(own),
    versions: readVersions(value, addresses),
    data: addresses.home(textField(value, 'data')) || addresses.home(`${own}data/`),
    columns: listField(value, 'columns').map(readColumn),
    download: addresses.home(textField(value, 'download')) || addresses.home(`${own}download/`),
    ...(booleanField(value, 'hidden', false) && { hidden: true }),
  };
}

/** A namespace's record in the specification's form. Null without a slug. */
export function readNamespaceRecord(value: Exact, addresses: Addresses): Namespace | null {
  const url = typeof value === 'string' ? value : textField(value, 'url');
  const slug = textField(value, 'slug') || slugIn(url, 'namespaces');
  if (slug === '') return null;
  return {
    id: integerField(value, 'id'),
    label: textField(value, 'label') || slug,
    slug,
    description: textField(value, 'description'),
    image: textField(value, 'image'),
    showcase_image: textField(value, 'showcase_image'),
    thumbnail_image: textField(value, 'thumbnail_image'),
    published: booleanField(value, 'published', true),
    url: webAddress(url, addresses) || addresses.home(addresses.namespace(slug)),
    allowed_groups: textsField(value, 'allowed_groups'),
    datasets: listField(value, 'datasets').flatMap((one) => readDatasetRecord(one, slug, addresses) ?? []),
  };
}
