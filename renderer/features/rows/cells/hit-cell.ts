import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { Row } from '#shared/cell.ts';

type Shown = ICellRendererParams<Row> & { readonly search: string };

/** Whether a value contains the searched text, ignoring case. */
export function isHit(value: unknown, search: string): boolean {
  return typeof value === 'string' && value.toLowerCase().includes(search.toLowerCase());
}

/** The parts of a text: the matches, and the text between them. */
export function hitParts(text: string, search: string): readonly { readonly text: string; readonly hit: boolean }[] {
  const [folded, term] = [text.toLowerCase(), search.toLowerCase()];
  // Characters whose lower case has another length would shift the positions.
  if (term === '' || folded.length !== text.length) return [{ text, hit: false }];
  const parts: { text: string; hit: boolean }[] = [];
  let from = 0;
  for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), hit: false });
    parts.push({ text: text.slice(at, at + term.length), hit: true });
    from = at + term.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), hit: false });
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
