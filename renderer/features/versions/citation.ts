import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Version } from '#shared/api/records/version.ts';

/** A line that identifies a version so that it can be found and verified: title, date, version, address, checksum. */
export function citation(dataset: Dataset, version: Version): string {
  const day = version.datetime.slice(0, 10);
  const title = dataset.label || dataset.slug;
  return `${title}. Version ${version.label}, ${day}. ${version.url || dataset.url} (SHA-256 ${version.checksum}).`;
}
