import type { Chart } from '#shared/chart.ts';
import type { Filter } from '#shared/row-query.ts';
import { isCombinable, type JointGroups } from './joint.ts';

/** Whether a chart shows what is selected in another one of its tab. */
export type Following =
  /** Nothing is selected in another chart. */
  | 'none'
  | 'selected'
  | 'calculating'
  /** Its parts cannot be combined: it is calculated when the pointer is released. */
  | 'when-released'
  /** No condition of the API selects the same rows. */
  | 'impossible';

/** What is known of a chart that may follow. */
export interface CalculatedChart {
  /** Resolved. */
  readonly chart: Chart;
  /** Whether its groups are those of the rows that are selected in another chart. */
  readonly isOfSelection: boolean;
}

/** A selection in a chart, as far as it matters to others. */
interface Selected {
  readonly chart: string;
  readonly moving: boolean;
  readonly filters: readonly Filter[] | null;
}

/** @param groups joint groups with the brushed chart; null where they are too many, undefined while they are read */
export function followingOf(
  { chart, isOfSelection }: CalculatedChart,
  brush: Selected | null,
  groups: JointGroups | null | undefined,
): Following {
  if (brush === null || brush.chart === chart.id) return 'none';
  if (isCombinable(chart) && groups !== null) return groups === undefined ? 'calculating' : 'selected';
  if (brush.moving) return 'when-released';
  if (brush.filters === null) return 'impossible';
  return isOfSelection ? 'selected' : 'calculating';
}
