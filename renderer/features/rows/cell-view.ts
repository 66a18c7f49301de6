import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import i18next from 'i18next';
import type { Cell, Row } from '#shared/cell.ts';
import { type CellFormat, cellText } from '../../lib/cell-text.ts';
import { fractionPadding } from '../../lib/decimal-alignment.ts';

type CellParameters = ICellRendererParams<Row, Cell | undefined> & {
  readonly format: CellFormat;
  /** Digits behind the point in this column, as far as its first rows show. */
  readonly fraction: () => number;
};

/**
 * Shows one value. Made of plain elements rather than components because thousands come and go while scrolling; text is
 * always set as text, never as markup.
 */
export class CellView implements ICellRendererComp<Row> {
  readonly #element = document.createElement('span');

  init(parameters: CellParameters): void {
    this.#element.className = 'rows-cell';
    this.refresh(parameters);
  }

  refresh({ value, format, fraction }: CellParameters): boolean {
    const element = this.#element;
    const missing = value === null;
    element.classList.toggle('rows-cell-missing', missing);
    if (missing) {
      element.setAttribute('role', 'img');
      element.setAttribute('aria-label', i18next.t('rows.missing'));
      element.style.paddingRight = '';
      element.textContent = '–';
    } else {
      element.removeAttribute('role');
      element.removeAttribute('aria-label');
      const text = value === undefined ? '' : cellText(value, format);
      const padding = typeof value === 'number' ? fractionPadding(text, fraction()) : 0;
      element.style.paddingRight = padding === 0 ? '' : `${padding}ch`;
      element.textContent = text;
    }
    return true;
  }

  getGui(): HTMLElement {
    return this.#element;
  }
}
