import { createHash } from 'node:crypto';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  embedParameters,
  type PictureFormat,
  type PictureRequest,
  pictureFormats,
  picturePath,
  pictureSides,
} from '#shared/embed.ts';
import { englishText } from '#shared/english/english-text.ts';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explanationOf, type FailureKind } from '#shared/failures.ts';
import { languages } from '#shared/locales/languages.ts';
import { maxLinkLength, type OpenLink, readLinkParameters } from '#shared/open-link.ts';
import { toolVersion } from '../../../lib/tool-version.ts';
import { FairTurns } from '../../work/fair-turns.ts';
import { runFilePass } from '../../work/file-pass.ts';
import { lastValue, type QueryPairs } from '../bodies/query-pairs.ts';
import { type ApiError, invalid, notFound, refusal, throttled, unauthorized } from '../plugins/api-error.ts';
import { callerKey } from '../plugins/exchange.ts';
import { hasAlready } from '../responses/rows-response.ts';
import { askService } from './ask-service.ts';
import type { BrowserTabs } from './open-tab.ts';
import type { drawInThread, PictureTask } from './picture-pass.ts';
import { connectTo, forwardedBy } from './window-port.ts';

const mediaTypes: Readonly<Record<PictureFormat, string>> = {
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
};

/** A picture runs nothing and loads nothing, also where it is opened as a page. Any page may show it. */
const pictureHeaders = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Authorization',
} as const;

/**
 * Serves charts as pictures for mails and documents, at `/embed/chart.svg` and `.png` with the parameters of embedded
 * pages. Like these they show nothing of a session; what only an account may read needs its token.
 * @param drawing path of the file with the drawing of charts
 */
export function registerPictures(app: FastifyInstance, drawing: string, tabs: BrowserTabs): void {
  const draw = openPictures();
  for (const format of pictureFormats) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${picturePath(format)}`,
      handler: (request, reply) => sendPicture({ app, drawing, tabs, draw }, format, request, reply),
    });
  }
}

interface PictureParts {
  readonly app: FastifyInstance;
  readonly drawing: string;
  readonly tabs: BrowserTabs;
  readonly draw: ReturnType<typeof openPictures>;
}

async function sendPicture(
  { app, drawing, tabs, draw }: PictureParts,
  format: PictureFormat,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked = pictureRequest(request);
  const { authorization } = request.headers;
  const credentials: Record<string, string> = authorization === undefined ? {} : { authorization };
  const state = await stateOf(app, request, asked, credentials);
  // Rows may depend on a code list that not everyone may read.
  const tag = `W/"${createHash('sha256')
    .update(JSON.stringify([toolVersion, format, asked, state, authorization]))
    .digest('base64url')}"`;
  const isPinned = asked.view.some(([name]) => name === 'version');
  const readers = authorization === undefined ? 'public' : 'private';
  const caching = isPinned ? `${readers}, max-age=31536000, immutable` : `${readers}, no-cache`;
  const headers = { ...pictureHeaders, 'Cache-Control': caching, ETag: tag };
  if (hasAlready(request.headers['if-none-match'], tag)) return reply.code(304).headers(headers).send();
  const open = (port: MessagePort) =>
    tabs.open({
      port,
      address: `${request.protocol}://${request.host}/`,
      account: null,
      owner: null,
      token: null,
      end: () => {},
      hasEnded: async () => false,
      fileAt: () => null,
      newFile: async () => {
        throw refusal(400, 'A picture has no files.');
      },
      filesFolder: '',
      connect: () => connectTo(app, request),
      headers: { ...forwardedBy(request), ...credentials },
      onCatalogueChanged: () => () => {},
    });
  const { signal } = request;
  const caller = callerKey({ caller: null, request });
  const picture = await draw({ drawing, request: asked, format, key: tag, caller, open, signal });
  return reply.headers(headers).type(mediaTypes[format]).send(Buffer.from(picture));
}

/**
 * What a picture depends on besides its parameters: the records of its dataset, as the caller may read them.
 * @throws {ApiError} if the caller may not
 */
async function stateOf(
  app: FastifyInstance,
  request: FastifyRequest,
  { namespace, dataset, chart }: PictureRequest,
  credentials: Readonly<Record<string, string>>,
): Promise<string> {
  const owner = addressOf(namespace);
  const own = addressOf(namespace, dataset);
  const { shapes } = chart;
  const others = shapes === undefined ? [] : [addressOf(shapes.namespace, shapes.dataset)];
  const answers = await askService(app, request, [own, owner, `${own}provenance/`, ...others], credentials);
  for (const { status } of answers) {
    if (status === 404) throw notFound();
    if (status === 401) throw unauthorized();
    if (status === 429) throw throttled(1);
    if (status !== 200) throw refusal(status, 'The dataset cannot be read.');
  }
  return answers.map(({ text }) => text).join('\n');
}

function addressOf(namespace: string, dataset?: string): string {
  const parts = ['namespaces', namespace, ...(dataset === undefined ? [] : ['datasets', dataset])];
  return `/api/v1/${parts.map(encodeURIComponent).join('/')}/`;
}

export function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

/** The parameter of a link that cannot be read, by the reason. */
const parameterOf: Partial<Record<string, string>> = {
  'link-namespace': 'namespace',
  'link-without-namespace': 'namespace',
  'link-dataset': 'dataset',
  'link-chart': 'show',
};

/** @throws {ApiError} 400 that names the parameter */
function linkIn(request: FastifyRequest): Omit<OpenLink, 'service'> {
  const query = queryOf(request);
  if (query.length > maxLinkLength) throw invalid({ show: ['The address is too long.'] });
  try {
    return readLinkParameters(query);
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error;
    throw invalid({ [parameterOf[error.reason.code] ?? 'view']: [error.message] });
  }
}

/** @throws {ApiError} 400 that names the parameter */
function pictureRequest(request: FastifyRequest): PictureRequest {
  const { namespace, dataset, view, chart, parts } = linkIn(request);
  const drawn = chart ?? parts?.charts?.[0];
  if (namespace === null) throw invalid({ namespace: ['This field is required.'] });
  if (dataset === null) throw invalid({ dataset: ['This field is required.'] });
  if (drawn === undefined) throw invalid({ show: ['The address names no chart.'] });
  const query = request.query as QueryPairs;
  oneOf(query, embedParameters.view, ['chart']);
  const theme = oneOf(query, embedParameters.theme, ['system', 'light', 'dark']);
  const language = oneOf(query, embedParameters.language, ['system', ...languages]);
  return {
    namespace,
    dataset,
    view,
    chart: drawn,
    theme: theme === 'dark' ? theme : 'light',
    language: language === 'system' ? 'en' : language,
    width: sideIn(query, 'width'),
    height: sideIn(query, 'height'),
  };
}

/** The value of a parameter; the first one if it is missing. */
function oneOf<const Value extends string>(
  query: QueryPairs,
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  const given = lastValue(query, name) ?? values[0];
  const found = values.find((value) => value === given);
  if (found === undefined) throw invalid({ [name]: [`Must be one of ${values.join(', ')}.`] });
  return found;
}

function sideIn(query: QueryPairs, name: keyof typeof pictureSides): number | null {
  const given = lastValue(query, name);
  if (given === null) return null;
  const { least, most } = pictureSides[name];
  const side = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (!(side >= least && side <= most))
    throw invalid({ [name]: [`Must be a number of pixels from ${least} to ${most}.`] });
  return side;
}

/** The picture for previews of a link that shows a chart; null for other links. It has the shape that previews have. */
export function pictureInLink(request: FastifyRequest): string | null {
  const { chart, parts } = readLinkParameters(queryOf(request));
  const isOfChart = chart !== undefined || (parts?.tab === 'charts' && (parts.charts?.length ?? 0) > 0);
  if (!isOfChart) return null;
  return `${request.protocol}://${request.host}/${picturePath('png')}?${queryOf(request)}&width=1200&height=630`;
}

/** What a picture is drawn from. */
interface Pictured extends Omit<PictureTask, 'port'> {
  /** Another one for each picture, and for each state of what it shows. */
  readonly key: string;
  /** Who waits for it. */
  readonly caller: string;
  /** Answers the calls at a port as the reader. */
  readonly open: (port: MessagePort) => void;
  readonly signal: AbortSignal;
}

/** As of heavy statistics: a caller waits for its own pictures, and not for those of others. */
const turnLimits = { maxRunning: 2, maxRunningPerCaller: 1, maxRunningOfManyCallers: 3, maxWaiting: 50 };
const drawMs = 30_000;
const maxPictureBytes = 16 * 1024 * 1024;
const cacheBytes = 32 * 1024 * 1024;

/**
 * Draws pictures in threads, a few at a time, and keeps the last ones.
 * @returns a function that draws one. It throws a `BusyError` if too many are waiting, and an `ApiError` if the picture
 * cannot be drawn or takes too long
 */
function openPictures(): (pictured: Pictured) => Promise<Uint8Array> {
  const turns = new FairTurns(turnLimits);
  const drawn = new LRUCache<string, Uint8Array>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length });
  return async (pictured) => {
    const { key, caller, signal } = pictured;
    const known = drawn.get(key);
    if (known !== undefined) return known;
    const end = await turns.take(caller, signal);
    try {
      // Another request may have waited for the same one.
      const picture = drawn.get(key) ?? (await draw(pictured));
      if (picture.length > maxPictureBytes) throw refusal(422, 'The picture is too large. Draw fewer values.');
      drawn.set(key, picture);
      return picture;
    } finally {
      end();
    }
  };
}

async function draw({ drawing, request, format, open, signal }: Pictured): Promise<Uint8Array> {
  const { port1, port2 } = new MessageChannel();
  open(port1);
  const task: PictureTask = { drawing, request, format, port: port2 };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(drawMs)]);
  try {
    const answer = await runFilePass<typeof drawInThread>('picture', task, limited, undefined, [port2]);
    if (answer.kind === 'drawn') return answer.picture;
    if (answer.kind === 'invalid') throw invalid({ view: [answer.message] });
    const { kind, retryAfter } = answer.failure;
    throw refusalOf(kind, englishText(explanationOf(answer.failure)), retryAfter);
  } catch (error) {
    if (!limited.aborted || signal.aborted) throw error;
    throw refusal(503, 'Drawing the picture takes longer than is allowed. Draw fewer values.');
  } finally {
    // What has been asked for through the port is given up with it.
    port1.close();
  }
}

const statuses: Partial<Record<FailureKind, number>> = { 'not-found': 404, 'sign-in-needed': 401, forbidden: 403 };

/** What answers a picture whose chart could not be read, as what the window would report. */
function refusalOf(kind: FailureKind, message: string, retryAfter = 1): ApiError {
  if (kind === 'bad-query' || kind === 'not-accepted') return invalid({ show: [message] });
  if (kind === 'throttled') return refusal(503, message, { 'Retry-After': String(retryAfter) });
  return refusal(statuses[kind] ?? 500, message);
}
