import type { Cell } from '#shared/cell.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import { type ColumnFormat, numberText, writesNumbers } from '../column-format.ts';
import { isCodeName, isYearName } from '../column-name.ts';
import type { ColumnCodes, DataColumn } from '../data-column.ts';
import { geometryText } from '../geometry/geometry-text.ts';
import { formatDecimal, formatValue } from './format.ts';
import { momentText } from './moment-text.ts';

/** How cells are written: formatted for a locale, or as the service sent them. */
export interface CellFormat {
  readonly locale: string;
  readonly raw: boolean;
  /** Whether digits of large integers are grouped; not for identifiers and codes. */
  readonly grouped: boolean;
  /** Whether numbers have decimals, as those of their source: 5.0 stays 5.0. */
  readonly decimal?: boolean;
  /** The kind of date or time of the column's texts, if all of them are such. */
  readonly moment?: MomentKind | undefined;
  /** The list of the column's codes. */
  readonly codes?: ColumnCodes | undefined;
  /** The user's format of the column. */
  readonly chosen?: ColumnFormat | undefined;
}

/** Larger numbers are not known to the last digit. */
const largestWhole = 1e15;

/** The text of a cell; empty for a missing value, which the caller displays. */
export function cellText(cell: Cell, format: CellFormat): string {
  if (cell === null) return '';
  if (format.codes !== undefined && !format.raw) {
    const text = codeText(String(cell), format.codes, format.chosen?.codes ?? format.codes.shown);
    if (text !== null) return text;
  }
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
  const isPlain = typeof cell === 'bigint' || format.decimal !== true || Math.abs(cell) >= largestWhole;
  return isPlain ? formatValue(cell, format.locale, format.grouped) : formatDecimal(cell, format.locale, 1);
}

/** A code as its label, itself, or both; null for a value that is not in the list. */
function codeText(code: string, { list }: ColumnCodes, shown: ColumnFormat['codes']): string | null {
  const label = list.get(code)?.label;
  if (label === undefined) return null;
  if (shown === 'both') return `${code} ${label}`;
  return shown === 'code' ? code : label;
}

/** Such as `productid`, which is a word of its own. */
const identifier = /id$/i;

/** Whether the integers of a column are quantities, whose digits are grouped, rather than years or codes. */
export function isQuantity(column: Pick<DataColumn, 'name' | 'label'>): boolean {
  return !isCodeName(column) && !isYearName(column) && !identifier.test(column.name) && !identifier.test(column.label);
}

/** How the cells of a column are written, as far as it follows from the column. */
export function formatOfColumn(column: DataColumn): Pick<CellFormat, 'grouped' | 'decimal' | 'moment' | 'codes'> {
  const { type, moment, codes } = column;
  return { grouped: isQuantity(column), decimal: type === 'float', moment, codes };
}
