import { IconBookmark, IconChartBar, type IconProps } from '@tabler/icons-react';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';

/** Shows whether a saved query opens as a chart or as rows. */
export function QueryIcon({ query, ...icon }: { query: QuerySummary } & IconProps) {
  const isChart = query.asks.kind === 'view' && query.asks.chart !== undefined;
  return isChart ? <IconChartBar {...icon} /> : <IconBookmark {...icon} />;
}
