import type { Cell } from '#shared/cell.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import { type ColumnFormat, numberText, writesNumbers } from '../column-format.ts';
import { geometryText } from '../geometry/geometry-text.ts';
import { formatValue } from './format.ts';
import { momentText } from './moment-text.ts';

/** How cells are written: formatted for a locale, or as the service sent them. */
export interface CellFormat {
  readonly locale: string;
  readonly raw: boolean;
  /** Whether digits of large integers are grouped; not for identifiers and codes. */
  readonly grouped: boolean;
  /** The kind of date or time of the column's texts, if all of them are such. */
  readonly moment?: MomentKind | undefined;
  /** The user's format of the column. */
  readonly chosen?: ColumnFormat | undefined;
}

/** The text of a cell; empty for a missing value, which the caller displays. */
export function cellText(cell: Cell, format: CellFormat): string {
  if (cell === null) return '';
  if (typeof cell === 'string') {
    const length = format.chosen?.date;
    if (format.moment === undefined || format.raw || length === 'iso') return cell;
    return momentText(cell, format.moment, format.locale, length);
  }
  if (typeof cell === 'object') return format.raw ? JSON.stringify(cell) : geometryText(cell);
  if (typeof cell === 'boolean' || format.raw) return String(cell);
  if (format.chosen !== undefined && writesNumbers(format.chosen)) {
    return numberText(cell, format.chosen, format.locale, format.grouped);
  }
  return formatValue(cell, format.locale, format.grouped);
}

const identifier = /(^|[^a-z])(id|ids|year|zip|code|anno|jahr|cap|plz)([^a-z]|$)|_?id$/i;

/** Whether the integers of a column are quantities, whose digits are grouped, rather than identifiers. */
export function isQuantity(column: { readonly name: string; readonly label: string }): boolean {
  return !identifier.test(column.name) && !identifier.test(column.label);
}
