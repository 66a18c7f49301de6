import type { SummaryTexts } from './summary-table.ts';
import type { SummaryNode, SummaryTree } from './summary-tree.ts';

/** Number of characters of the longest text in a column of values, so that no figure is cut off. */
export function valueLength(tree: SummaryTree, texts: SummaryTexts, column: SummaryNode, measure: number): number {
  // Of very many values, only the one with the longest text is formatted.
  let longest: number | bigint = 0;
  let length = 0;
  const visit = (row: SummaryNode) => {
    const value = tree.valuesAt(row.id, column.id)?.[measure];
    if (typeof value === 'number' || typeof value === 'bigint') {
      const own = expectedLength(value);
      if (own > length) [longest, length] = [value, own];
    }
    for (const child of row.children) visit(child);
  };
  visit(tree.rows);
  return texts.value(longest, measure).length;
}

/** With separators of thousands, six decimals, and the mark of a rounded figure. */
function expectedLength(value: number | bigint): number {
  const rounded = typeof value === 'bigint' || Number.isInteger(value) ? value : Number(value.toFixed(6));
  const separators = Math.floor(Math.log10(Math.max(1, Math.abs(Number(value)))) / 3);
  return String(rounded).length + separators + (rounded === value ? 0 : 2);
}
