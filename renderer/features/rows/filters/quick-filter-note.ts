import styles from '../rows.module.css';
/** The problem with a filter row field's text, below the field while it is focused. */
export class QuickFilterNote {
  readonly #note = document.createElement('div');

  constructor() {
    this.#note.className = `${styles.quickFilterNote}`;
    this.#note.popover = 'manual';
    // Announced by screen readers when it appears.
    this.#note.role = 'alert';
  }

  /** Shows a text below a field, replacing any other. */
  show(field: HTMLElement, text: string): void {
    if (this.#note.isConnected && this.#note.textContent === text) return;
    this.#note.textContent = text;
    document.body.append(this.#note);
    this.#note.showPopover();
    const { left, bottom } = field.getBoundingClientRect();
    const room = document.documentElement.clientWidth - this.#note.offsetWidth - 8;
    this.#note.style.left = `${Math.max(8, Math.min(left, room))}px`;
    this.#note.style.top = `${bottom + 4}px`;
  }

  hide(): void {
    this.#note.remove();
  }
}
