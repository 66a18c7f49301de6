import type { ICellRendererComp } from 'ag-grid-community';
import i18next from 'i18next';
import type { Row } from '#shared/cell.ts';
import styles from '../rows.module.css';

/** A missing value: displayed as a dash, announced as a word. */
export class MissingCell implements ICellRendererComp<Row> {
  readonly #element = document.createElement('span');

  init(): void {
    this.#element.className = `${styles.cellMissing}`;
    this.#element.setAttribute('role', 'img');
    this.#element.setAttribute('aria-label', i18next.t('rows.missing'));
    this.#element.textContent = '–';
  }

  refresh(): boolean {
    return true;
  }

  getGui(): HTMLElement {
    return this.#element;
  }
}
