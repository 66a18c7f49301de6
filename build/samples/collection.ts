import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A source or licence from the collection's record. It may have an address instead of a name, or no name. */
interface Reference {
  readonly name?: string;
  readonly title?: string;
  readonly path?: string;
}

interface Resource {
  readonly path: string;
  readonly sources?: readonly Reference[];
  readonly licenses?: readonly Reference[];
}

/** The installed collection of data: its files, and its record of their origin. */
export interface Collection {
  readonly name: string;
  readonly version: string;
  readonly files: string;
  readonly resources: ReadonlyMap<string, Resource>;
}

/** @throws if the package is not installed */
export function openCollection(): Collection {
  const root = join(dirname(fileURLToPath(import.meta.resolve('vega-datasets'))), '..');
  const record = JSON.parse(readFileSync(join(root, 'datapackage.json'), 'utf8'));
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const resources: readonly Resource[] = record.resources;
  return {
    name,
    version,
    files: join(root, 'data'),
    resources: new Map(resources.map((resource) => [resource.path, resource])),
  };
}

/**
 * The origin and licence of a file, in the collection's own words: one line per source and licence, and a plain
 * statement if the collection says nothing.
 */
export function provenance(collection: Collection, file: string): string {
  const resource = collection.resources.get(file);
  if (!resource) throw new Error(`${collection.name} ${collection.version} has no record of ${file}.`);
  return [
    ...named(resource.sources).map((source) => `Source: ${source}.`),
    ...named(resource.licenses).map((licence) => `Licence: ${licence}.`),
    `Collection: ${collection.name} ${collection.version} (https://github.com/vega/vega-datasets).`,
  ].join('\n');
}

/** The licences of a file in one line. */
export function licence(collection: Collection, file: string): string {
  return named(collection.resources.get(file)?.licenses).join('; ');
}

function named(references: readonly Reference[] | undefined): string[] {
  return references && references.length > 0 ? references.map(inWords) : ['not stated by the collection'];
}

const isAddress = (text: string | undefined): boolean => text !== undefined && /^https?:\/\//.test(text);

function inWords({ name, title, path }: Reference): string {
  const words = [title, name === 'other-open' ? 'Other (open)' : name]
    .find((text) => text !== undefined && !isAddress(text))
    ?.replace(/[\s.]+$/, '');
  const address = [path, title, name].find(isAddress);
  if (words === undefined) return address ?? 'named without words';
  return address === undefined ? words : `${words} (${address})`;
}
