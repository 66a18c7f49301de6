import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import i18next from 'i18next';
import type { Row } from '#shared/cell.ts';
import { foldedText } from '#shared/text/folded-text.ts';
import styles from '../rows.module.css';

type Shown = ICellRendererParams<Row> & { readonly search: string };

/** Whether a value contains the searched text, as a search compares them. */
export function isHit(value: unknown, search: string): boolean {
  return typeof value === 'string' && foldedText(value).includes(foldedText(search));
}

/** A character with its marks, or a syllable of Hangul: what is normalised together. */
const pieceForm = /\P{M}[\p{M}\u1161-\u1175\u11a8-\u11c2]*|\p{M}+/gu;

/** The parts of a text: the matches, and the text between them. A character that matches in part is highlighted whole. */
export function hitParts(text: string, search: string): readonly { readonly text: string; readonly hit: boolean }[] {
  const term = foldedText(search);
  const pieces = (text.match(pieceForm) ?? []).map((piece) => ({ piece, length: foldedText(piece).length }));
  const folded = foldedText(text);
  const isMapped = pieces.reduce((sum, { length }) => sum + length, 0) === folded.length;
  if (term === '' || !isMapped) return [{ text, hit: false }];
  const parts: { text: string; hit: boolean }[] = [];
  let [next, from] = [0, 0];
  /** Takes the pieces that begin, or end, before a position of the folded text. */
  const take = (hit: boolean, isBefore: (start: number, end: number) => boolean) => {
    let taken = '';
    for (let one = pieces[next]; one !== undefined && isBefore(from, from + one.length); one = pieces[next]) {
      taken += one.piece;
      from += one.length;
      next += 1;
    }
    if (taken !== '') parts.push({ text: taken, hit });
  };
  for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, from)) {
    take(false, (_, end) => end <= at);
    take(true, (start) => start < at + term.length);
  }
  take(false, () => true);
  return parts;
}

/** A text with highlighted matches. */
export class HitCell implements ICellRendererComp<Row> {
  readonly #element = document.createElement('span');

  init(shown: Shown): void {
    this.refresh(shown);
  }

  refresh({ value, valueFormatted, search }: Shown): boolean {
    const parts = hitParts(valueFormatted ?? String(value ?? ''), search);
    this.#element.replaceChildren(
      ...parts.map(({ text, hit }) => {
        const part = document.createElement(hit ? 'mark' : 'span');
        part.textContent = text;
        return part;
      }),
    );
    return true;
  }

  getGui(): HTMLElement {
    return this.#element;
  }
}

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
