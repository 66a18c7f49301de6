import { useMemo, useState } from 'react';
import type { RowQuery } from '#shared/row-query.ts';
import { maxRowsToGroup } from '#shared/rpc/calls/statistics.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import type { DatasetTab } from '../../state/session.ts';
import type { GroupScope } from './statistics.ts';

/** Number of rows read at first if neither the service nor a local copy can group them. */
const firstRows = 100_000;
const factor = 5;

/** The rows of a tab over which groups are calculated. `readMore` reads more of them; null at the limit. */
export function useGroupScope({ reference, query }: DatasetTab, { dataset }: DatasetDetails) {
  const newest = dataset.versions.find((version) => version.ready)?.slug ?? '';
  const [maxRows, setMaxRows] = useState(firstRows);
  const scope = useMemo((): GroupScope => ({ reference, newest, maxRows }), [reference, newest, maxRows]);
  const rows = useMemo((): RowQuery => ({ ...query, ordering: [], fields: null }), [query]);
  const more = Math.min(maxRows * factor, maxRowsToGroup);
  return { scope, rows, readMore: more > maxRows ? () => setMaxRows(more) : null };
}
