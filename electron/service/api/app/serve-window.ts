import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { embedHeightMessage, embedPath } from '#shared/embed.ts';
import { readLinkParameters } from '#shared/open-link.ts';
import { toolVersion } from '../../../lib/tool-version.ts';
import { html } from '../pages/html.ts';
import { askService } from './ask-service.ts';
import { usualTabLimits } from './caller-budgets.ts';
import type { WindowOptions } from './open-tab.ts';
import { pictureInLink, queryOf, registerPictures } from './serve-pictures.ts';
import { registerTabFiles, TabFiles } from './tab-files.ts';
import { registerWindowPort, type WindowPortParts } from './window-port.ts';

/** Address of the window. */
export const windowPath = '/app/';

/** The script that the build puts beside the folder of the page: it stands for the desktop's preload script. */
const bridgeName = 'bridge.js';

/** The file with the drawing of charts, which the build makes beside it. */
const drawingName = 'draw-picture.cjs';

/** The title of the page where it shows nothing in particular. */
const plainTitle = '<title>Almanac</title>';

/** Stands in the page for the nonce of an answer. */
const nonceMark = '__CSP_NONCE__';

/** For files whose address contains a hash of their contents. */
const immutable = 'public, max-age=31536000, immutable';

const forAnHour = 'public, max-age=3600';

const fileHeaders = { 'X-Content-Type-Options': 'nosniff' } as const;

/** Before it stands whether the reader is signed in. */
const generator = '<meta name="generator"';

type WindowParts = Pick<WindowPortParts, 'authenticate' | 'tokens' | 'onCatalogueChanged'> &
  Pick<Parameters<typeof registerTabFiles>[1], 'dataFolder' | 'reception'>;

/**
 * Serves the window to browsers: its page at `/app/`, its files, and its port. All addresses in the page are relative, so
 * that it also fits below the path of a proxy.
 */
export async function registerWindow(
  app: FastifyInstance,
  { folder, tabs, embedFrom }: WindowOptions,
  parts: WindowParts,
): Promise<void> {
  const bridge = await readFile(path.join(folder, '..', bridgeName));
  const page = await pageOf(folder, createHash('sha256').update(bridge).digest('hex').slice(0, 16));
  registerPages(app, page, embedFrom, parts.authenticate);
  const sendScript = (url: string, script: string | Buffer, caching: string) =>
    app.route({
      method,
      url,
      handler: async (_, reply) => {
        const headers = { ...fileHeaders, 'Cache-Control': caching };
        return reply.headers(headers).type('text/javascript; charset=utf-8').send(script);
      },
    });
  sendScript(windowPath + bridgeName, bridge, immutable);
  sendScript(`/${embedPath}fit.js`, fitScript, forAnHour);
  await app.register(fastifyStatic, {
    root: folder,
    prefix: windowPath,
    allowedPath: (name) => name.startsWith('/assets/') || name === '/licences.json',
    index: false,
    dotfiles: 'deny',
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (response, file) => {
      for (const [name, value] of Object.entries(fileHeaders)) response.header(name, value);
      const isHashed = path.basename(path.dirname(file)) === 'assets';
      response.header('Cache-Control', isHashed ? immutable : forAnHour);
    },
  });
  registerPictures(app, path.join(folder, '..', drawingName), tabs);
  const files = new TabFiles(parts.dataFolder);
  await registerTabFiles(app, { ...parts, files });
  registerWindowPort(app, { ...parts, tabs, files, limits: usualTabLimits });
}

const method = ['GET', 'HEAD'];

/** The page of the window, and the same for pages of other sites. */
function registerPages(
  app: FastifyInstance,
  page: string,
  embedFrom: readonly string[],
  authenticate: WindowParts['authenticate'],
): void {
  app.route({ method, url: '/app', handler: async (_, reply) => reply.redirect('app/') });
  app.route({
    method,
    url: windowPath,
    handler: async (request, reply) => {
      const nonce = randomBytes(16).toString('base64');
      const { caller } = await authenticate(request);
      const said = caller === null ? page : page.replace(generator, `<meta name="signed-in">${generator}`);
      const shown = said.replaceAll(nonceMark, nonce);
      const preview = await linkPreview(app, request);
      // What is inserted may contain the characters that a replacement text would give a meaning.
      const titled = preview === '' ? shown : shown.replace(plainTitle, () => preview);
      return reply.headers(pageHeaders(request, nonce)).send(titled);
    },
  });
  const embedded = page.replaceAll('="./', `="..${windowPath}`);
  app.route({
    method,
    url: `/${embedPath}`,
    handler: async (request, reply) => {
      const nonce = randomBytes(16).toString('base64');
      const headers = pageHeaders(request, nonce, ["'self'", ...embedFrom].join(' '));
      return reply.headers(headers).send(embedded.replaceAll(nonceMark, nonce));
    },
  });
}

/** Makes the frames of a page as high as what they embed. A page of another site runs it. */
const fitScript = `addEventListener('message', ({ data, source }) => {
  if (data?.type !== '${embedHeightMessage}' || !(data.height > 0)) return;
  for (const frame of document.querySelectorAll('iframe'))
    if (frame.contentWindow === source) frame.style.height = Math.min(data.height, 10000) + 'px';
});
`;

/** The built page of the window, with the script that connects it to this service before its own. */
async function pageOf(folder: string, bridgeHash: string): Promise<string> {
  const built = await readFile(path.join(folder, 'index.html'), 'utf8');
  const head = [
    '<link rel="icon" href="data:,">',
    `<meta name="generator" content="Almanac ${toolVersion}">`,
    `<script type="module" src="./${bridgeName}?v=${bridgeHash}" nonce="${nonceMark}"></script>`,
  ];
  const at = built.indexOf('<script');
  return built.slice(0, at) + head.join('\n    ') + built.slice(at);
}

/** The policy of the page: what the service itself serves, styles with the nonce, and images that the page draws. */
function pageHeaders({ protocol, host }: FastifyRequest, nonce: string, ancestors = "'none'"): Record<string, string> {
  const policy = [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "worker-src 'self'",
    // Older browsers do not count a WebSocket of the same host as `self`.
    `connect-src 'self' ${protocol === 'https' ? 'wss' : 'ws'}://${host}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'private, no-cache',
  };
}

/** What a preview names of a namespace's or dataset's record. */
const Previewed = Type.Object({
  label: Type.String(),
  description: Type.String(),
  image: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** Longer descriptions are cut in previews anyway. */
const maxDescription = 300;

/**
 * The title, description and picture of what a link shows, for previews of it: only what everyone may read, as the
 * programs that make them have no account. Empty if the link names nothing that is public.
 */
async function linkPreview(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  const record = await recordOf(app, request);
  if (record === null) return '';
  const { label, image } = record;
  const [paragraph = ''] = record.description.trim().split(/\n\s*\n/);
  const description = paragraph.length > maxDescription ? `${paragraph.slice(0, maxDescription)}…` : paragraph;
  const shown = pictureInLink(request) ?? image;
  const picture = shown ? html`<meta property="og:image" content="${shown}">` : '';
  return String(
    html`<title>${label} – Almanac</title><meta name="description" content="${description}"><meta property="og:type" content="website"><meta property="og:title" content="${label}"><meta property="og:description" content="${description}">${picture}`,
  );
}

async function recordOf(app: FastifyInstance, request: FastifyRequest) {
  const address = addressIn(queryOf(request));
  if (address === null) return null;
  const [answer] = await askService(app, request, [address]);
  const record: unknown = answer?.status === 200 ? JSON.parse(answer.text) : null;
  return Value.Check(Previewed, record) ? record : null;
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
