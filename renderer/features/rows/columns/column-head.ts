import type { IHeaderParams, IInnerHeaderComponent } from 'ag-grid-community';
import i18next from 'i18next';
import { create } from 'zustand';
import type { Row } from '#shared/cell.ts';
import { type DataColumn, valueKind } from '../../../lib/data-column.ts';
import { typeName } from '../../../lib/format/type-name.ts';
import styles from '../rows.module.css';

type Shown = IHeaderParams<Row> & { readonly dataColumn: DataColumn; readonly tab: string };

/** Keys and clicks that the grid would interpret as sorting or moving the column. */
const pressEvents = ['pointerdown', 'mousedown', 'touchstart', 'click', 'dblclick', 'keydown'] as const;

/** A column's heading: its label and, less prominent, its type. */
export class ColumnHead implements IInnerHeaderComponent<Row, unknown, Shown> {
  readonly #head = span(styles.head);
  readonly #label = span(styles.headLabel);
  readonly #type = span(styles.headType);
  readonly #drawing = document.createElement('span');
  readonly #slot = span(styles.headSlot);

  init(params: Shown): void {
    this.#drawing.dataset.drawing = '';
    this.#drawing.append(this.#slot);
    for (const name of pressEvents) this.#drawing.addEventListener(name, (event) => event.stopPropagation());
    this.#head.append(this.#label, this.#type, this.#drawing);
    this.refresh(params);
  }

  refresh({ dataColumn, tab, eGridHeader }: Shown): boolean {
    setSlot({ tab, column: dataColumn, element: this.#slot });
    const { label, name, description } = dataColumn;
    // Anywhere in the heading, not only on its words.
    eGridHeader.dataset.tooltip = [...new Set([label, name, description])].filter((text) => text !== '').join('\n');
    this.#label.textContent = label || name;
    this.#type.textContent = typeName(i18next.t, valueKind(dataColumn));
    return true;
  }

  destroy(): void {
    removeSlot(this.#slot);
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

/** The element in a heading of the grid that contains a histogram. */
interface HeadSlot {
  readonly tab: string;
  readonly column: DataColumn;
  readonly element: HTMLElement;
}

/** The headings on screen: the grid creates and removes them while scrolling horizontally. */
export const useHeadSlots = create<{ readonly slots: readonly HeadSlot[] }>(() => ({ slots: [] }));

function setSlot(slot: HeadSlot): void {
  useHeadSlots.setState(({ slots }) => ({ slots: [...slots.filter(({ element }) => element !== slot.element), slot] }));
}

function removeSlot(element: HTMLElement): void {
  useHeadSlots.setState(({ slots }) => ({ slots: slots.filter((slot) => slot.element !== element) }));
}
