import { type Html, html } from './html.ts';

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** An instant for a user, UTC; a text that is none is shown as it is. */
export function when(datetime: string): Html {
  const instant = new Date(datetime);
  if (Number.isNaN(instant.getTime())) return html`${datetime}`;
  return html`<time datetime="${datetime}">${format.format(instant)} UTC</time>`;
}
