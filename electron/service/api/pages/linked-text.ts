import { type Html, html } from './html.ts';

/** A user's text with its addresses as links; line breaks are preserved. */
export function linkedText(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>"().,;:!?'])/)
    .map((part, position) => (position % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
