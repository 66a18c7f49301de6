import { html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Markup, created only by {@link html}, so that text can never be mistaken for it. */
export type Html = HtmlEscapedString;

/** Values in a template: texts and numbers are escaped, markup is not; `null` and `false` are omitted. */
export type Insert = Html | string | number | bigint | null | false | readonly Insert[];

/** Markup from a template; every text in it is escaped, also within (quoted) attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly Insert[]): Html {
  // The library returns a promise only if a promise was inserted, which `Insert` excludes.
  return template(strings, ...values) as Html;
}

/** A user's text with its addresses as links; line breaks are preserved. */
export function linkedText(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>"().,;:!?'])/)
    .map((part, position) => (position % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Formats an instant in UTC; an invalid text is returned unchanged. */
export function when(datetime: string): Html {
  const instant = new Date(datetime);
  if (Number.isNaN(instant.getTime())) return html`${datetime}`;
  return html`<time datetime="${datetime}">${format.format(instant)} UTC</time>`;
}
