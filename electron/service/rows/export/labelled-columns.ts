import { type CodeMap, type ColumnLabels, codedSql, withLabels } from '../codes/code-tables.ts';
import type { ExportColumn } from './export-sql.ts';

/** Columns with those of labels, and what a statement needs to select them. */
export interface LabelledColumns {
  readonly columns: readonly ExportColumn[];
  /** Between SELECT and FROM, below the order. An order must be stated, which labels would not keep. */
  readonly selected: string;
  readonly maps: readonly CodeMap[];
}

export function labelledColumns(
  columns: readonly ExportColumn[],
  labels: readonly ColumnLabels[] = [],
): LabelledColumns {
  const selected = ['*'];
  const maps: CodeMap[] = [];
  const all = withLabels(columns, labels, ({ name, labels: list }, { reference }) => {
    const own = `label_${maps.length}`;
    selected.push(`${codedSql(maps.length, reference)} AS ${own}`);
    maps.push([...list.values()].map(({ code, label }) => [code, label] as const));
    return { name, type: 'char' as const, reference: own };
  });
  return { columns: all, selected: selected.join(', '), maps };
}
