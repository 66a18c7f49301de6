/** A rectangle of cells: rows counted from 0, columns by display position; both ends inclusive. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** A cell by its row and the display position of its column. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** The rectangle that two cells span. */
export function rangeBetween(first: CellPosition, second: CellPosition): CellRange {
  return {
    top: Math.min(first.row, second.row),
    bottom: Math.max(first.row, second.row),
    left: Math.min(first.column, second.column),
    right: Math.max(first.column, second.column),
  };
}

/** Whether a cell lies in a range. */
export function inRange(range: CellRange, { row, column }: CellPosition): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
}

/** Rows and columns of a range. */
export function rangeSize(range: CellRange): { readonly rows: number; readonly columns: number } {
  return { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 };
}
