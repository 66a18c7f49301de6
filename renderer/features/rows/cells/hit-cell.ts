import type { ICellRendererParams } from 'ag-grid-community';
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

/** Draws a text with highlighted matches. */
export function hitCell({ value, valueFormatted, search }: Shown): HTMLElement {
  const cell = document.createElement('span');
  for (const { text, hit } of hitParts(valueFormatted ?? String(value ?? ''), search)) {
    const part = document.createElement(hit ? 'mark' : 'span');
    part.textContent = text;
    cell.append(part);
  }
  return cell;
}

/** Draws a missing value: displayed as a dash, announced as a word. */
export function missingCell(): HTMLElement {
  const cell = document.createElement('span');
  cell.className = `${styles.cellMissing}`;
  cell.setAttribute('role', 'img');
  cell.setAttribute('aria-label', i18next.t('rows.missing'));
  cell.textContent = '–';
  return cell;
}
