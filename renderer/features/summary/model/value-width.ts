import type { SummaryTexts } from './summary-table.ts';
import type { SummaryNode, SummaryTree } from './summary-tree.ts';

/** Number of characters of the longest text in a column of values, so that no figure is cut off. */
export function valueLength(tree: SummaryTree, texts: SummaryTexts, column: SummaryNode, measure: number): number {
  // To format only a few of very many: the longest text is that of the largest number, or of the most digits.
  let largest: number | bigint = 0;
  let longest: number | bigint = 0;
  const visit = (row: SummaryNode) => {
    const value = tree.valuesAt(row.id, column.id)?.[measure];
    if (typeof value === 'number' || typeof value === 'bigint') {
      if (Math.abs(Number(value)) > Math.abs(Number(largest))) largest = value;
      if (String(value).length > String(longest).length) longest = value;
    }
    for (const child of row.children) visit(child);
  };
  visit(tree.rows);
  return Math.max(...[largest, longest].map((value) => texts.value(value, measure).length));
}
