import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import i18next from 'i18next';
import type { Cell, Row } from '#shared/cell.ts';
import { type CellFormat, cellText } from '../../lib/cell-text.ts';

type CellParameters = ICellRendererParams<Row, Cell | undefined> & { readonly format: CellFormat };

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

  refresh({ value, format }: CellParameters): boolean {
    const element = this.#element;
    const missing = value === null;
    element.classList.toggle('rows-cell-missing', missing);
    if (missing) {
      element.setAttribute('role', 'img');
      element.setAttribute('aria-label', i18next.t('rows.missing'));
      element.textContent = '–';
    } else {
      element.removeAttribute('role');
      element.removeAttribute('aria-label');
      element.textContent = value === undefined ? '' : cellText(value, format);
    }
    return true;
  }

  getGui(): HTMLElement {
    return this.#element;
  }
}
