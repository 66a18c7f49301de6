import { html, raw } from 'hono/html';
import type { Change } from '#shared/api/records/source.ts';

/** Characters that XML 1.0 cannot contain, not even escaped. */
function printableXml(text: string): string {
  return Array.from(text, (character) =>
    /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(character) ? '\uFFFD' : character,
  ).join('');
}

/**
 * An Atom feed (RFC 4287) of changes, newest first. The ids are the addresses of the versions, which never change.
 * @param address of the list of changes
 */
export function atomFeed(title: string, address: string, changes: readonly Change[]): string {
  const updated = changes[0]?.datetime ?? '1970-01-01T00:00:00.000Z';
  const entries = changes.map(
    ({ version, datetime, text }) => html`
  <entry>
    <id>${version}</id>
    <title>${printableXml(text)}</title>
    <updated>${datetime}</updated>
    <link href="${version}"/>
    <content type="text">${printableXml(text)}</content>
  </entry>`,
  );
  const feed = html`${raw('<?xml version="1.0" encoding="utf-8"?>')}
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${address}</id>
  <title>${printableXml(title)}</title>
  <updated>${updated}</updated>
  <author><name>${printableXml(title)}</name></author>
  <link rel="self" type="application/atom+xml" href="${address}?_format=atom"/>
  <link rel="alternate" href="${address}"/>${entries}
</feed>
`;
  return String(feed);
}
