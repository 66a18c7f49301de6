import { englishText } from '#shared/english/english-text.ts';
import { given } from '#shared/given.ts';
import type { VersionOrigin, VersionRecipe } from '#shared/version-metadata.ts';
import { toolVersion } from '../../../lib/tool-version.ts';
import { readMetadata } from '../../catalogue/records/versions.ts';
import type { CodeLink, StoredVersion } from '../../files/stored-version.ts';
import type { ReadingOptions } from '../../reading/reading.ts';

/** What the metadata of a version say besides what is stored. */
export interface MetadataOptions {
  /** Name of the file for display, stored in the version's metadata; by default the last part of its path. */
  readonly sourceName?: string;
  /** Licence of the data, stored in the version's metadata. */
  readonly licence?: string;
  /** What is new in the version, stored in its metadata. */
  readonly note?: string;
  /** Whether the version is sample data that came with Almanac, stored in its metadata. */
  readonly sample?: true;
  /** The statement that made the rows, stored in the version's metadata. */
  readonly recipe?: VersionRecipe;
  /** Origin of a copy, stored in the version's metadata. */
  readonly origin?: VersionOrigin;
  /** Identifies the attempt, in the version's metadata: repeating it returns the version that it has created. */
  readonly request?: string;
}

/** The code lists of a version: links to make with it, and the names of all its lists for its metadata. */
export interface VersionCodes {
  readonly links: readonly CodeLink[];
  /** `namespace/dataset@version` by column. */
  readonly names: Readonly<Record<string, string>>;
}

/** The `metadata` of a version's record: base64 of a JSON object. */
export function versionMetadata(
  stored: StoredVersion,
  file: Pick<ReadingOptions, 'path' | 'format'>,
  options: MetadataOptions,
): string {
  return encoded({
    rows: stored.rows,
    bytes: stored.bytes,
    source: options.sourceName ?? file.path.split(/[/\\]/).at(-1) ?? '',
    format: file.format,
    ...given({ licence: options.licence }),
    ...(options.note === undefined || options.note === '' ? {} : { note: options.note }),
    ...given({ sample: options.sample, origin: options.origin, recipe: options.recipe, request: options.request }),
    columns: stored.columns.map(({ name, type, moment }) => ({ name, type, ...(moment && { format: moment }) })),
    conversions: stored.conversions.map(englishText),
    rejected: stored.rejected,
    ...given({ lines: stored.lines }),
    tool: `Almanac ${toolVersion}`,
  });
}

/** The `metadata` of a version's record with the names of its code lists, which are known when it is published. */
export function withCodes(metadata: string, { names }: VersionCodes): string {
  return Object.keys(names).length === 0 ? metadata : encoded({ ...Object(readMetadata(metadata)), codes: names });
}

function encoded(metadata: object): string {
  return Buffer.from(JSON.stringify(metadata), 'utf8').toString('base64');
}
