import type {
  ColDef,
  IFilterComp,
  IFloatingFilterComp,
  IFloatingFilterParams,
  IHeaderParams,
  IInnerHeaderComponent,
} from 'ag-grid-community';
import i18next from 'i18next';
import type { Dispatch, RefObject, SetStateAction } from 'react';
import { isNumeric } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';
import { type ColumnFormat, type NumberRange, paintOf, writesNumbers } from '../../../lib/column-format.ts';
import { type DataColumn, valueKind } from '../../../lib/data-column.ts';
import { type CellFormat, cellText, formatOfColumn } from '../../../lib/format/cell-text.ts';
import { fractionPadding, widestFraction } from '../../../lib/format/decimal-alignment.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { typeName } from '../../../lib/format/type-name.ts';
import { hitCell, isHit, missingCell } from '../cells/hit-cell.ts';
import styles from '../rows.module.css';

export const numberColumn = 'row-number';

/** Id of a column in the grid, by position: names from services never become keys. */
export function columnId(position: number): string {
  return `c${position}`;
}

/** Position of a column by its id; -1 for the row number column. */
export function columnPosition(id: string): number {
  return /^c\d+$/.test(id) ? Number(id.slice(1)) : -1;
}

const widths: Readonly<Record<string, number>> = {
  integer: 110,
  float: 120,
  char: 150,
  text: 260,
  geometry: 190,
  date: 120,
  'date-time': 180,
  'date-time-zone': 210,
};

/** A width that fits the heading and typical values, known before any row is read so that nothing moves later. */
function firstWidth(column: DataColumn): number {
  return Math.min(320, Math.max(widths[valueKind(column)] ?? 150, (column.label || column.name).length * 7.5 + 40));
}

/** Numbers, dates and times are right-aligned, so that equal formats line up. */
function isAtRight({ type, moment, codes }: DataColumn): boolean {
  return (isNumeric(type) && codes === undefined) || moment !== undefined;
}

/** Number of decimals by column position, determined when the first rows arrive and constant from then on. */
export type Fractions = Map<number, number>;

function cellFormat(column: DataColumn, locale: string, raw: boolean, chosen?: ColumnFormat): CellFormat {
  return { locale, raw, ...formatOfColumn(column), chosen };
}

/** The text of a value; empty while loading. */
function writtenCell(value: Cell | undefined, format: CellFormat): string {
  return value === undefined ? '' : cellText(value, format);
}

/**
 * The style of a number's cell: padding at its right, so that the decimal separators of a column are aligned, and a
 * background that shows its magnitude. Both are always set, because the grid keeps properties of an earlier style.
 */
function numberStyle(format: CellFormat, fraction: () => number, range: () => NumberRange | undefined) {
  const aligns = !format.raw && !(format.chosen !== undefined && writesNumbers(format.chosen));
  return ({ value }: { readonly value: Cell | undefined }) => {
    const room =
      aligns && typeof value === 'number' ? fractionPadding(writtenCell(value, format), fraction(), format.locale) : 0;
    return {
      paddingRight: room === 0 ? '' : `calc(var(--ag-cell-horizontal-padding) - 1px + ${room}ch)`,
      backgroundImage: paintOf(value, format.chosen?.paint, range()),
    };
  };
}

/** Determines the number of decimals of the columns, unless it is known. */
export function setFractions(
  fractions: Fractions,
  rows: readonly Row[],
  columns: readonly DataColumn[],
  locale: string,
) {
  if (fractions.size > 0 || rows.length === 0) return;
  for (const [position, column] of columns.entries()) {
    const wide = column.type === 'float' ? widestFraction(rows, position, cellFormat(column, locale, false)) : 0;
    fractions.set(position, wide);
  }
}

/** The input for the columns of one tab. */
interface ColumnOptions {
  readonly heads: HeadSlots;
  readonly columns: readonly DataColumn[];
  readonly locale: string;
  readonly raw: boolean;
  /** Number of decimals that a column currently has room for. */
  readonly fraction: (position: number) => number;
  readonly formats: Readonly<Record<string, ColumnFormat>>;
  /** The smallest and the largest value of a column, once known. */
  readonly range: (column: string) => NumberRange | undefined;
  /** The text searched for in the rows; empty for none. */
  readonly search: string;
}

/**
 * The grid's columns for those of a dataset. What a user can change (width, order, sorting) only has an initial value,
 * so that new definitions leave it alone.
 */
export function columnDefinitions(options: ColumnOptions): ColDef<Row>[] {
  const { heads, columns, locale, raw, fraction, formats, range, search } = options;
  const hits = search === '' ? null : { component: hitCell, params: { search } };
  return columns.map((column, position): ColDef<Row> => {
    const format = cellFormat(column, locale, raw, formats[column.name]);
    const isSearched = column.type === 'char' || column.type === 'text';
    return {
      colId: columnId(position),
      headerName: column.label || column.name,
      headerComponentParams: {
        innerHeaderComponent: ColumnHead,
        innerHeaderComponentParams: { dataColumn: column, heads },
      },
      headerClass: isAtRight(column) ? `${styles.headNumber}` : '',
      valueGetter: ({ data }) => data?.[position],
      valueFormatter: ({ value }) => writtenCell(value, format),
      // Only missing values have a renderer: thousands of cells are created and removed while scrolling.
      cellRendererSelector: ({ value }) => {
        if (value === null) return { component: missingCell };
        return isSearched && hits !== null && isHit(value, search) ? hits : undefined;
      },
      ...(isNumeric(column.type) && column.codes === undefined
        ? {
            cellStyle: numberStyle(
              format,
              () => (column.type === 'float' ? fraction(position) : 0),
              () => range(column.name),
            ),
          }
        : {}),
      cellClass: isAtRight(column) ? `${styles.cellNumber}` : '',
      initialWidth: firstWidth(column),
      sortable: column.type !== 'geometry',
      // The grid's own filters are unused, but a filter component gives a heading its second line.
      filter: column.type === 'geometry' ? false : NoGridFilter,
      suppressFloatingFilterButton: true,
      suppressHeaderFilterButton: true,
      floatingFilterComponent: FilterField,
      floatingFilterComponentParams: { dataColumn: column, heads },
    };
  });
}

/** The row number column, wide enough for the last row. */
export function numberColumnDefinition(label: string, locale: string, rows: number): ColDef<Row> {
  const digits = formatCount(Math.max(rows, 9999), locale).length;
  return {
    colId: numberColumn,
    headerName: label,
    headerClass: `${styles.headNumber}`,
    valueGetter: ({ node }) => (node?.rowIndex === null || node === null ? '' : formatCount(node.rowIndex + 1, locale)),
    width: digits * 7.5 + 26,
    filter: false,
    pinned: 'left',
    lockPinned: true,
    lockPosition: 'left',
    resizable: false,
    sortable: false,
    suppressNavigable: true,
    suppressMovable: true,
    cellClass: 'rows-number',
    cellAriaRole: 'rowheader',
  };
}

/** A filter that accepts everything: filtering is done by the service, not the grid. */
class NoGridFilter implements IFilterComp {
  init(): void {}

  getGui(): HTMLElement {
    return document.createElement('div');
  }

  isFilterActive(): boolean {
    return false;
  }

  doesFilterPass(): boolean {
    return true;
  }

  getModel(): null {
    return null;
  }

  setModel(): void {}
}

interface HeadParams {
  readonly dataColumn: DataColumn;
  readonly heads: HeadSlots;
}

type FieldParams = IFloatingFilterParams & HeadParams;

/** The field of a column in the filter row, whose content is drawn apart. */
class FilterField implements IFloatingFilterComp {
  readonly #slot = span(styles.filterSlot);
  #heads: HeadSlots | null = null;

  init(params: FieldParams): void {
    this.refresh(params);
  }

  refresh({ dataColumn, heads }: FieldParams): void {
    this.#heads = heads;
    setSlot(heads, { kind: 'filter', column: dataColumn, element: this.#slot });
  }

  getGui(): HTMLElement {
    return this.#slot;
  }

  onParentModelChanged(): void {}

  destroy(): void {
    if (this.#heads !== null) removeSlot(this.#heads, this.#slot);
  }
}

type Shown = IHeaderParams<Row> & HeadParams;

/** Keys and clicks that the grid would interpret as sorting or moving the column. */
const pressEvents = ['pointerdown', 'mousedown', 'touchstart', 'click', 'dblclick', 'keydown'] as const;

/** A column's heading: its label and, less prominent, its type. */
class ColumnHead implements IInnerHeaderComponent<Row, unknown, Shown> {
  readonly #head = span(styles.head);
  readonly #label = span(styles.headLabel);
  readonly #type = span(styles.headType);
  readonly #drawing = document.createElement('span');
  readonly #slot = span(styles.headSlot);
  #heads: HeadSlots | null = null;

  init(params: Shown): void {
    this.#drawing.dataset.drawing = '';
    this.#drawing.append(this.#slot);
    for (const name of pressEvents) this.#drawing.addEventListener(name, (event) => event.stopPropagation());
    this.#head.append(this.#label, this.#type, this.#drawing);
    this.refresh(params);
  }

  refresh({ dataColumn, heads, eGridHeader }: Shown): boolean {
    this.#heads = heads;
    setSlot(heads, { kind: 'histogram', column: dataColumn, element: this.#slot });
    const { label, name, description } = dataColumn;
    // Anywhere in the heading, not only on its words.
    eGridHeader.dataset.tooltip = [...new Set([label, name, description])].filter((text) => text !== '').join('\n');
    this.#label.textContent = label || name;
    this.#type.textContent = typeName(i18next.t, valueKind(dataColumn));
    return true;
  }

  destroy(): void {
    if (this.#heads !== null) removeSlot(this.#heads, this.#slot);
  }

  getGui(): HTMLElement {
    return this.#head;
  }
}

function span(className: string | undefined): HTMLElement {
  const made = document.createElement('span');
  made.className = `${className}`;
  return made;
}

/** An element in the grid's headings whose content React draws. */
export interface HeadSlot {
  readonly kind: 'histogram' | 'filter';
  readonly column: DataColumn;
  readonly element: HTMLElement;
}

/** Changes the list of those on screen: the grid creates and removes headings while scrolling horizontally. */
export type HeadSlots = RefObject<Dispatch<SetStateAction<readonly HeadSlot[]>>>;

function setSlot({ current: change }: HeadSlots, slot: HeadSlot): void {
  change((slots) => [...slots.filter(({ element }) => element !== slot.element), slot]);
}

function removeSlot({ current: change }: HeadSlots, element: HTMLElement): void {
  change((slots) => slots.filter((slot) => slot.element !== element));
}
