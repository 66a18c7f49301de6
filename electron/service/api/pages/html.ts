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
