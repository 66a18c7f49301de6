import { type Html, html } from './html.ts';

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Formats an instant in UTC; an invalid text is returned unchanged. */
export function when(datetime: string): Html {
  const instant = new Date(datetime);
  if (Number.isNaN(instant.getTime())) return html`${datetime}`;
  return html`<time datetime="${datetime}">${format.format(instant)} UTC</time>`;
}
