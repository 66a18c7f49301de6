import { type Html, html } from './html.ts';

/** A user's text with the addresses in it as links; line breaks stay. */
export function linkedText(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>"().,;:!?'])/)
    .map((part, position) => (position % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
