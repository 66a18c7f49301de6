import type { IHeaderParams, IInnerHeaderComponent } from 'ag-grid-community';
import i18next from 'i18next';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { typeName } from '../../lib/type-name.ts';

type Shown = IHeaderParams<Row> & { readonly dataColumn: Column };

/** A column's heading: its label and, quietly, its type. */
export class ColumnHead implements IInnerHeaderComponent<Row, unknown, Shown> {
  readonly #head = span('rows-head');
  readonly #label = span('rows-head-label');
  readonly #type = span('rows-head-type');

  init(params: Shown): void {
    this.#head.append(this.#label, this.#type);
    this.refresh(params);
  }

  refresh({ dataColumn: { label, name, description, type } }: Shown): boolean {
    this.#head.title = [label, name, description].filter((text) => text !== '').join('\n');
    this.#label.textContent = label || name;
    this.#type.textContent = typeName(i18next.t, type);
    return true;
  }

  getGui(): HTMLElement {
    return this.#head;
  }
}

function span(className: string): HTMLElement {
  const made = document.createElement('span');
  made.className = className;
  return made;
}
