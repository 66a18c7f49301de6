import { textField } from '../../connector/catalogue/fields.ts';
import type { Source } from '../../connector/source.ts';
import { member } from '../../lib/exact-json.ts';

export interface RemoteVersion {
  readonly slug: string;
  readonly checksum: string;
}

/**
 * The current ready versions of a remote dataset, newest first; never cached.
 * @param address of the dataset
 */
export async function remoteVersions(source: Source, address: string, signal: AbortSignal): Promise<RemoteVersion[]> {
  const versions = member(await source.readRecord(new URL(address), signal), 'versions');
  if (!Array.isArray(versions)) return [];
  return versions
    .filter((version) => member(version, 'ready') !== false)
    .map((version) => ({ slug: textField(version, 'slug'), checksum: textField(version, 'checksum') }))
    .filter(({ slug }) => slug !== '');
}
