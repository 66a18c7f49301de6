import { html, raw } from 'hono/html';
import { pageOf } from '#shared/api/page.ts';
import { Change, summaryRecord } from '#shared/api/records/source.ts';
import { summaryExplanation } from '#shared/change-words.ts';
import { englishText } from '#shared/english/english-text.ts';
import type { SourceChange } from '#shared/follow.ts';
import type { LocatedDataset } from '../../../catalogue/records/readable-dataset.ts';
import { listChanges } from '../../../catalogue/sources/changes.ts';
import type { ServiceDeps } from '../../../deps.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import { browsable, json, type Rendering } from '../../plugins/negotiation.ts';
import { listAnswer, listParameters } from '../../resources/lists.ts';
import type { Answer, Resource } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import { readOnlyDataset } from '../namespaces/find.ts';

const atom: Rendering = { format: 'atom', mediaType: 'application/atom+xml' };

/** Number of entries in a feed; readers that poll less often page through the list. */
const feedLength = 50;

/** Maximum number of changes listed per dataset. */
const maxListed = 10_000;

function changeRecord({ links }: Exchange, { namespace, dataset }: LocatedDataset, change: SourceChange): Change {
  const versionAt = (slug: string) => links.version(namespace.slug, dataset.slug, slug);
  return {
    id: change.id,
    dataset: links.dataset(namespace.slug, dataset.slug),
    version: versionAt(change.version),
    previous: versionAt(change.previous),
    datetime: change.at,
    text: englishText(summaryExplanation(change.summary)),
    summary: summaryRecord(change.summary),
  };
}

/** `…/datasets/<dataset_slug>/changes/` (an extension): what changed with each version, also as an Atom feed. */
export function datasetChanges(deps: ServiceDeps): Resource<LocatedDataset> {
  const { records } = deps.catalogue;
  return readOnlyDataset(
    {
      ...resources.datasetChanges,
      renderings: [json, atom, browsable],
    },
    deps.locator,
    {
      parameters: listParameters,
      answers: { 200: pageOf(Change) },
      async handle(exchange, located): Promise<Answer> {
        const isFeed = exchange.negotiated.rendering === atom;
        const limit = isFeed ? feedLength : maxListed;
        const items = await listChanges(records, { datasetId: located.dataset.id, before: null, limit });
        if (isFeed) {
          const changes = items.map((item) => changeRecord(exchange, located, item));
          const body = atomFeed(located.dataset.label, exchange.address, changes);
          const headers = {
            'Content-Type': 'application/atom+xml; charset=utf-8',
            'X-Content-Type-Options': 'nosniff',
          };
          return { kind: 'body', body, headers };
        }
        return await listAnswer(exchange, {
          items,
          fields: { id: ({ id }) => id, datetime: ({ at }) => at },
          others: ['dataset', 'version', 'previous', 'text', 'summary'],
          show: async (page) => page.map((item) => changeRecord(exchange, located, item)),
        });
      },
    },
  );
}

/** Characters that XML 1.0 cannot contain, not even escaped. */
function printableXml(text: string): string {
  return Array.from(text, (character) =>
    /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(character) ? '\uFFFD' : character,
  ).join('');
}

/** An Atom feed (RFC 4287) of changes, newest first, whose ids are the addresses of the versions. */
function atomFeed(title: string, address: string, changes: readonly Change[]): string {
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
