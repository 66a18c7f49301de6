import { type Explanation, explain, inTurn } from './failures.ts';
import type { ChangeSummary } from './follow.ts';

/** Columns whose changed values are named; the rest is in the table of differences. */
const maxNamed = 3;

/**
 * What changed between two versions, in sentences: "37 rows added. 2 rows removed. 104 values changed in “cases”.
 * Column “note” is new."
 */
export function summaryExplanation(summary: ChangeSummary): Explanation {
  const { added, removed, changed, columns, columnsAdded, columnsRemoved, columnsRetyped } = summary;
  const parts: Explanation[] = [];
  if (added > 0) parts.push(explain('change-added', { count: added }));
  if (removed > 0) parts.push(explain('change-removed', { count: removed }));
  // Values are counted over the first changed rows only: then the number of rows says more.
  const isWhole = summary.counted >= changed;
  if (changed > 0 && (!isWhole || columns.length !== 1)) parts.push(explain('change-rows', { count: changed }));
  if (isWhole) {
    parts.push(
      ...columns
        .slice(0, maxNamed)
        .map(({ name, values }) => explain('change-values', { count: values, column: name })),
    );
  }
  parts.push(...columnsAdded.map((column) => explain('change-column-new', { column })));
  parts.push(...columnsRemoved.map((column) => explain('change-column-gone', { column })));
  parts.push(
    ...columnsRetyped.map(({ name, before, after }) =>
      explain('change-column-retyped', { column: name, before, after }),
    ),
  );
  return parts.length === 0 ? explain('change-order') : inTurn(...parts);
}
