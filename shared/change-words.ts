import { type Explanation, explain, inTurn } from './failures.ts';
import type { ChangeSummary } from './follow.ts';

/** Maximum number of columns whose changed values are described; the rest is in the table of differences. */
const maxNamed = 3;

/** Maximum length of a key's value that is quoted completely. */
const maxQuoted = 40;

/** A row by its key: `GEO CH, TIME_PERIOD 2024`. */
function rowWords(key: readonly string[], values: readonly string[]): string {
  const quoted = (value: string) => (value.length > maxQuoted ? `${value.slice(0, maxQuoted)}…` : value);
  return key.map((name, at) => `${name} ${quoted(values[at] ?? '')}`).join(', ');
}

/**
 * What changed between two versions, in sentences: "37 rows added. 2 rows removed. 104 values changed in “cases”,
 * largest: +37 (id 7). Column “note” is new."
 */
export function summaryExplanation(summary: ChangeSummary): Explanation {
  const { added, removed, changed, columns, columnsAdded, columnsRemoved, columnsRetyped } = summary;
  const parts: Explanation[] = [];
  if (added > 0) parts.push(explain('change-added', { count: added }));
  if (removed > 0) parts.push(explain('change-removed', { count: removed }));
  // Values are counted only in the first changed rows: otherwise the number of rows is more informative.
  const isWhole = summary.counted >= changed;
  if (changed > 0 && (!isWhole || columns.length !== 1)) parts.push(explain('change-rows', { count: changed }));
  if (isWhole) {
    parts.push(
      ...columns.slice(0, maxNamed).map(({ name, values, largest }) =>
        largest === undefined
          ? explain('change-values', { count: values, column: name })
          : explain('change-values-largest', {
              count: values,
              column: name,
              change: largest.change,
              row: rowWords(summary.key, largest.row),
            }),
      ),
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
