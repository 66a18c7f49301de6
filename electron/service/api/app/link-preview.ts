import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readLinkParameters } from '#shared/open-link.ts';
import { openHttpClient } from '../../../lib/http/client.ts';
import { html } from '../pages/html.ts';
import { connectTo, forwardedBy } from './window-port.ts';

/** What a preview names of a namespace's or dataset's record. */
const Previewed = Type.Object({
  label: Type.String(),
  description: Type.String(),
  image: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

const limits = { connectMs: 1000, headersMs: 5000, stallMs: 5000, concurrency: 1 };

/** Longer descriptions are cut in previews anyway. */
const maxDescription = 300;

/**
 * The title, description and picture of what a link shows, for previews of it: only what everyone may read, as the
 * programs that make them have no account. Empty if the link names nothing that is public.
 */
export async function linkPreview(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  const record = await recordOf(app, request);
  if (record === null) return '';
  const { label, image } = record;
  const [paragraph = ''] = record.description.trim().split(/\n\s*\n/);
  const description = paragraph.length > maxDescription ? `${paragraph.slice(0, maxDescription)}…` : paragraph;
  const picture = image ? html`<meta property="og:image" content="${image}">` : '';
  return String(
    html`<title>${label} – Almanac</title><meta name="description" content="${description}"><meta property="og:type" content="website"><meta property="og:title" content="${label}"><meta property="og:description" content="${description}">${picture}`,
  );
}

async function recordOf(app: FastifyInstance, request: FastifyRequest) {
  const address = addressIn(request.url.split('?', 2)[1] ?? '');
  if (address === null) return null;
  const client = openHttpClient(limits, { within: () => connectTo(app, request) });
  try {
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', ...forwardedBy(request) };
    const sent = { address: new URL(address, `http://${request.headers.host}`), method: 'GET', headers } as const;
    const record = await client.send(sent, async ({ status, body }) => (status === 200 ? await body.json() : null));
    return Value.Check(Previewed, record) ? record : null;
  } finally {
    await client.close();
  }
}

/** The address of the record that a link names; null for none, and for one that cannot be understood. */
function addressIn(query: string): string | null {
  try {
    const { namespace, dataset } = readLinkParameters(query);
    if (namespace === null) return null;
    const parts = dataset === null ? ['namespaces', namespace] : ['namespaces', namespace, 'datasets', dataset];
    return `/api/v1/${parts.map(encodeURIComponent).join('/')}/`;
  } catch {
    return null;
  }
}
