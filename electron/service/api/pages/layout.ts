import { raw } from 'hono/html';
import { type Html, html } from './html.ts';
import type { PageLink } from './page-context.ts';
import rules from './style.json' with { type: 'json' };

/** The style of all pages. It is embedded in each page, so that a page needs one request and is complete when saved. */
export const style = rules.join('\n');

export interface Frame {
  readonly title: string;
  readonly breadcrumbs: readonly PageLink[];
  /** The part of the header where a user logs in and out. */
  readonly account: Html;
  /** Address of the versions of the API. */
  readonly home: string;
  readonly tool: string;
  readonly nonce: string;
  readonly content: Html;
}

/** A complete page, without scripts. */
export function layout(frame: Frame): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${frame.title} – Almanac</title>
<link rel="icon" href="data:,">
<style nonce="${frame.nonce}">${raw(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar"><a class="mark" href="${frame.home}">Almanac</a> <nav class="account" aria-label="Account">${frame.account}</nav></header>
${trail(frame.breadcrumbs)}
<main id="content">
${frame.content}
</main>
<footer><p>${frame.tool}, an Open Data Statistics Service. Every page is also available as JSON: see the <a href="${frame.home}v1/docs/">API reference</a>.</p></footer>
</body>
</html>
`);
}

function trail(breadcrumbs: readonly PageLink[]): Html | null {
  if (breadcrumbs.length === 0) return null;
  const last = breadcrumbs.length - 1;
  return html`<nav class="trail" aria-label="Breadcrumbs"><ol>${breadcrumbs.map(
    ({ label, url }, position) =>
      html`<li><a href="${url}"${position === last ? html` aria-current="page"` : null}>${label}</a></li>`,
  )}</ol></nav>`;
}
