import { useQuery } from '@tanstack/react-query';
import { queriesQuery } from '../../backend/service/queries.ts';
import { datasetQuery } from '../../backend/service/records.ts';
import { sameView, viewOf } from '../../lib/query/saved-view.ts';
import type { DatasetTab } from '../../state/session.ts';

/** Whether a tab differs from the saved query that it was opened from; false if unknown. */
export function useEdited(tab: DatasetTab): boolean {
  const isSaved = tab.saved !== null;
  const { data: queries } = useQuery({ ...queriesQuery(tab.reference.connection), enabled: isSaved });
  const { data: details } = useQuery({ ...datasetQuery(tab.reference), enabled: isSaved });
  const saved = queries?.find(({ url }) => url === tab.saved?.url);
  if (details === undefined || saved?.asks.kind !== 'view') return false;
  return !sameView(viewOf(tab, details.dataset.columns), saved.asks.query);
}
