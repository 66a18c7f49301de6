import { useLayoutEffect } from 'react';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { knownCount } from '../lib/format/known-count.ts';
import { type DatasetTab, noteRowCount } from '../session/session.ts';

/**
 * Notes how many rows a tab has as soon as its record has them, whichever view is shown, and clears the count of what was
 * asked before: the views that read rows note what they find.
 */
export function useKnownCount(tab: DatasetTab, details: DatasetDetails | undefined): void {
  const { id, query } = tab;
  const asked = JSON.stringify([query.filters, query.join, query.search, query.version]);
  const newest = details?.dataset.versions.find((version) => version.ready)?.slug;
  const count = details === undefined ? null : knownCount(query, details);
  // Before it is drawn: a count beside another question would be wrong.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters and another version have other rows.
  useLayoutEffect(() => noteRowCount(id, count === null ? null : { count, exact: true }), [id, asked, newest, count]);
}
