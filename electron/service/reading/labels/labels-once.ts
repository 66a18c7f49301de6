import { uniqueNames } from '../columns/plan-columns.ts';
import { type OpenedTable, withChange } from '../formats/relation.ts';
import type { TableSurvey } from '../reading.ts';

/** Leading columns of labels that are each written once for several records. */
export interface LabelsOnce {
  readonly columns: readonly string[];
  /** Number of cells below the labels that are empty, in the first records. */
  readonly count: number;
}

/**
 * Labels that people write once above the empty cells of their group, beside a column whose values recur in the groups:
 * `Bavaria, men`, `, women`, `Berlin, men`, `, women`. Null for a table without such columns.
 */
export function labelsOnce({ names, texts }: Pick<TableSurvey, 'names' | 'texts'>): LabelsOnce | null {
  const cells = names.map((_, at) => texts.map((row) => row[at]?.trim() ?? ''));
  const columns: string[] = [];
  let count = 0;
  for (const [at, own] of cells.entries()) {
    const written = own.filter((text) => text !== '');
    const isGroup = own[0] !== '' && written.length > 1 && new Set(written).size === written.length;
    // A label ends that of each column to its right.
    const isWithin = own.every((text, row) => text !== '' || cells.slice(0, at).every((left) => left[row] === ''));
    if (!isGroup || !isWithin || own.length < 2 * written.length) break;
    columns.push(names[at] ?? '');
    count += own.length - written.length;
  }
  const beside = cells[columns.length] ?? [];
  const doRecur = !beside.includes('') && 2 * new Set(beside).size <= beside.length;
  return columns.length > 0 && doRecur ? { columns, count } : null;
}

/** A table in which the empty cells of some columns have the last value above them. */
export function withLabelsRepeated(opened: OpenedTable, chosen: readonly string[]): OpenedTable {
  return withChange(opened, ({ relation }) => {
    const names = uniqueNames(relation.columns.map(({ name }) => name));
    const order = relation.place?.record ?? 'label_order';
    const labels: string[] = [];
    const columns = relation.columns.map((column, at) => {
      if (!chosen.includes(names[at] ?? '')) return column;
      const { form, reference } = column;
      const label = form === 'text' ? `CASE WHEN trim(${reference}) <> '' THEN ${reference} END` : reference;
      labels.push(`last_value(${label} IGNORE NULLS) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) AS label_${at}`);
      return { ...column, reference: `label_${at}` };
    });
    // Where the columns are in the lines of JSON no longer says what is in them.
    const { lines: _lines, ...kept } = relation;
    const numbered = `(SELECT *, row_number() OVER () AS label_order FROM ${relation.from})`;
    return { relation: { ...kept, from: `(SELECT *, ${labels.join(', ')} FROM ${numbered})`, columns } };
  });
}
