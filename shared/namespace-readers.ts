import type { Dataset } from './api/records/dataset.ts';
import { type Explanation, explain } from './failures.ts';
import type { NamespaceReaders } from './rpc/jobs.ts';

/** Whether a change of readers needs the user's consent: it lets others read, or everyone instead of groups. */
export function becomesPublic(before: NamespaceReaders, after: NamespaceReaders): boolean {
  if (!after.published) return false;
  return !before.published || (before.allowedGroups.length > 0 && after.allowedGroups.length === 0);
}

/** The datasets that the readers of a namespace see. */
export function shownToReaders(datasets: readonly Dataset[]): readonly Dataset[] {
  return datasets.filter(({ hidden }) => hidden !== true);
}

/**
 * Says who can then read what. Hidden datasets stay so.
 * @param groups their names; empty for everyone
 * @param rowsOf number of rows of a version by its metadata; 0 or null if unknown
 * @param place the service
 */
export function readersNotice(
  datasets: readonly Dataset[],
  groups: readonly string[],
  rowsOf: (metadata: string) => number | null,
  place: string,
): Explanation {
  const readable = shownToReaders(datasets);
  const newest = readable.flatMap(({ versions }) => versions.find(({ ready }) => ready) ?? []);
  const counts = newest.map(({ metadata }) => rowsOf(metadata) ?? 0);
  // A sum without the rows of some datasets would be too small.
  const rows = counts.includes(0) ? 0 : counts.reduce((sum, count) => sum + count, 0);
  const values = { datasets: readable.length, rows, place };
  return groups.length === 0
    ? explain('readable-by-everyone', values)
    : explain('readable-by-groups', { ...values, groups: groups.join(', ') });
}
