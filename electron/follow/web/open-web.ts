import { lookup as systemLookup } from 'node:dns';
import type { Readable } from 'node:stream';
import { explain, inTurn, mapTexts } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import { type HostBudget, publishedBudgets } from '#shared/host-budgets.ts';
import type { SourceSecret } from '#shared/rpc/calls/follow.ts';
import { afterTemporaryMs, afterTransientMs, ServiceError } from '../../connector/errors.ts';
import { explainStatus } from '../../connector/http/answers/explain-status.ts';
import { readJson } from '../../connector/http/answers/get-json.ts';
import { acceptedEncodings, exchangeWith, readBody, tooSlow } from '../../connector/http/exchange.ts';
import { type Limits, usualLimits } from '../../connector/http/limits.ts';
import { type Hop, isRedirect, redirectProblem, walkRedirects } from '../../connector/http/redirects.ts';
import { type Network, openBoundedNetwork } from '../../connector/http/transport/network.ts';
import {
  type HostLookup,
  isMoreInternal,
  type Reach,
  reachOfHost,
  reachOfService,
} from '../../connector/http/transport/reach.ts';
import { isPlain, shown, trustRefusal, withoutSecret } from '../../connector/http/transport/trust.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { HttpAnswer } from '../../lib/http/client.ts';
import { Retries, retryAfterSeconds } from '../../lib/http/retry.ts';
import type { LocalHosts } from '../../service/service.ts';
import type { Web, WebAnswer, WebGet } from '../sources/web.ts';
import type { AnswerReader, WebExchange, WebRequest } from './download.ts';
import { downloadFile } from './download.ts';
import { type HostTurns, maxWaitMs, openHostTurns } from './host-turns.ts';
import { crawlDelayMs } from './robots.ts';
import { type FindSecret, noSecrets, secretHeader, secretTexts } from './secrets.ts';

/** Maximum size of an answer that is read into memory. */
const usualMaxBytes = 32 * 1024 * 1024;

const robotsBytes = 512 * 1024;
const robotsAgeMs = 24 * 3600_000;

const webLimits: Limits = {
  ...usualLimits,
  connectMs: 20_000,
  headersMs: 120_000,
  stallMs: 60_000,
  maxRetryAfterMs: maxWaitMs,
  concurrency: 1,
};

/** Interruptions in a row without any new byte after which a download fails. */
const maxInterruptions = 5;

export interface WebParts {
  readonly clock?: Clock;
  readonly findSecret?: FindSecret;
  readonly limits?: Partial<Limits>;
  readonly lookup?: HostLookup;
  /** Where requests and pauses are kept. */
  readonly hosts: LocalHosts;
  /** Budgets of hosts; by default those that they publish. */
  readonly budgets?: readonly HostBudget[];
}

/** Connections and manners that all sources share. */
export interface WebAccess {
  readonly turns: HostTurns;
  /**
   * The web as one source may use it.
   * @param home the address that the user gave
   * @param allowPrivate whether addresses as internal as `home` may be asked; otherwise only public ones
   */
  webFor(home: URL, allowPrivate: boolean): SourceWeb;
  close(): Promise<void>;
}

/** The web of one source, which counts what it does. */
export interface SourceWeb extends Web {
  /** Bytes received in bodies. */
  received(): number;
  /** How long the last answer may be reused, as its `Cache-Control` says; 0 if it does not. */
  maxAgeMs(): number;
}

/** Statuses that a source may interpret itself. */
const answerStatuses: ReadonlySet<number> = new Set([304, 400, 404, 405, 406, 409, 410, 416, 422, 501]);

function privateAddress(host: string): ServiceError {
  return new ServiceError('private-address', explain('address-private', { host }), host);
}

/** @throws {ServiceError} for what is no address of the web, or more internal than `most` */
function checkAddress(address: URL, most: Reach): void {
  if (address.protocol !== 'http:' && address.protocol !== 'https:') {
    throw new ServiceError('bad-address', explain('other-scheme', { scheme: address.protocol }), shown(address));
  }
  const reach = reachOfHost(address);
  if (reach !== null && isMoreInternal(reach, most)) throw privateAddress(address.hostname);
}

/** @throws {ServiceError} if a redirect of a request for `start` must not be followed */
function checkRedirect(start: URL, from: URL, to: URL, most: Reach): void {
  const refused = trustRefusal(from, to, most);
  if (refused === null) return;
  const reach = reachOfHost(to);
  if (reach !== null && isMoreInternal(reach, most)) throw privateAddress(to.hostname);
  throw redirectProblem(start, inTurn(refused, explain('not-followed')));
}

/** Opens the way to the web for sources. @see Web */
export function openWebAccess({
  clock = systemClock,
  findSecret = noSecrets,
  limits: changes,
  lookup,
  hosts,
  budgets = publishedBudgets,
}: WebParts): WebAccess {
  const limits: Limits = { ...webLimits, ...changes };
  const turns = openHostTurns(clock, hosts, budgets);
  const networks = new Map<Reach, Network>();
  const robots = new Map<string, number>();
  const networkFor = (most: Reach): Network => {
    const known = networks.get(most) ?? openBoundedNetwork(most, limits, privateAddress, lookup);
    networks.set(most, known);
    return known;
  };

  /** Sends one request, without following redirects; how long its answer may take is the caller's to limit. */
  function send<Result>(
    { signal, ...request }: WebRequest,
    network: Network,
    read: (answer: HttpAnswer) => Promise<Result>,
  ): Promise<Result> {
    const headers = { 'accept-encoding': acceptedEncodings, ...request.headers };
    return exchangeWith({ ...request, headers, wholeMs: null }, { network, limits }, signal, read);
  }

  /** Waits as the robots.txt of a host asks; it is read once a day, and its absence is no problem. */
  async function respectRobots(address: URL, network: Network, signal: AbortSignal): Promise<void> {
    if ((robots.get(address.origin) ?? 0) > clock.now()) return;
    robots.set(address.origin, clock.now() + robotsAgeMs);
    const request = { address: new URL('/robots.txt', address), method: 'GET', headers: {}, signal } as const;
    await turns
      .take(request.address, signal, async () => {
        const text = await send(request, network, async ({ status, headers, body }) => {
          if (status !== 200 || /html/i.test(headers.get('content-type') ?? '')) return '';
          const bytes = await readBody(body, headers.get('content-encoding') ?? '', request.address, robotsBytes);
          return bytes.toString('utf8');
        });
        // Within the turn: the next request waits for it.
        await turns.setDelay(address.host, crawlDelayMs(text));
      })
      .catch((error: unknown) => {
        signal.throwIfAborted();
        // The request itself will report it; without an answer the next one asks again, and the pause stays as it was.
        if (!(error instanceof ServiceError)) throw error;
        if (error.kind !== 'too-big') robots.delete(address.origin);
      });
  }

  function webFor(home: URL, allowPrivate: boolean): SourceWeb {
    let received = 0;
    let maxAgeMs = 0;
    const mostPromise = allowPrivate ? reachOfService(home, lookup ?? systemLookup) : Promise.resolve<Reach>('public');

    /** Follows redirects, with the same method and body; each target is checked as the first address was. */
    const exchange: WebExchange = async <Result>(request: WebRequest, read: AnswerReader<Result>): Promise<Result> => {
      const most = await mostPromise;
      const network = networkFor(most);
      return walkRedirects<Awaited<Result>>(request.address, async (address, from) => {
        if (from !== null) checkRedirect(request.address, from, address, most);
        checkAddress(address, most);
        await respectRobots(address, network, request.signal);
        const secret = isPlain(address) ? null : await findSecret(address.origin);
        const headers = { ...request.headers, ...(secret === null ? {} : secretHeader(secret)) };
        return turns.take(address, request.signal, () =>
          send<Hop<Awaited<Result>>>({ ...request, address, headers }, network, async (answer) => {
            noteAge(answer);
            if (isRedirect(answer.status)) return { location: answer.headers.get('location') ?? undefined };
            const { status } = answer;
            if ((status >= 200 && status < 300) || answerStatuses.has(status))
              return { result: await read(answer, secret) };
            throw await problemOf(answer, secret);
          }),
        );
      });
    };

    function noteAge({ headers }: HttpAnswer): void {
      const said = headers.get('cache-control') ?? '';
      const seconds = /(?:^|[,\s])max-age=(\d{1,9})/i.exec(said)?.[1];
      maxAgeMs = seconds === undefined || /no-cache|no-store/i.test(said) ? 0 : Number(seconds) * 1000;
    }

    async function problemOf({ status, headers, address, body }: HttpAnswer, secret: SourceSecret | null) {
      const retryAfter = headers.get('retry-after') ?? undefined;
      const wait = retryAfterSeconds(retryAfter, clock.now());
      if (wait !== null && (status === 429 || status === 503)) await turns.holdOff(address.host, wait * 1000);
      const isJson = /json/i.test(headers.get('content-type') ?? '');
      const bytes = isJson
        ? await readBody(body, headers.get('content-encoding') ?? '', address, 64 * 1024).catch(() => null)
        : null;
      const error = explainStatus({
        address,
        status,
        retryAfter,
        problem: undefined,
        text: bytes?.toString('utf8') ?? '',
        token: secret === null ? null : (secretTexts(secret)[0] ?? null),
      });
      return secret === null ? error : withoutSecrets(error, secret);
    }

    /** As `exchange`, repeated after temporary failures, with growing pauses, and as late as the host asks. */
    const repeated: WebExchange = async (request, read) => {
      const retries = new Retries(limits, afterTransientMs, clock);
      for (;;) {
        try {
          return await exchange(request, read);
        } catch (error) {
          request.signal.throwIfAborted();
          await retries.pause(error, request.signal);
        }
      }
    };

    async function get(address: URL | string, options: WebGet): Promise<WebAnswer> {
      const { accept, headers = {}, question, maxBytes = usualMaxBytes, cut = false, signal } = options;
      const method = question === undefined ? (options.method ?? 'GET') : 'POST';
      const body = question === undefined ? null : JSON.stringify(question);
      const contentType = body === null ? {} : { 'content-type': 'application/json' };
      const requested = { ...lowerCased(headers), ...contentType, ...given({ accept }) };
      const encoding = cut ? { 'accept-encoding': 'identity' } : {};
      const deadline = AbortSignal.timeout(limits.wholeMs);
      const request: WebRequest = {
        address: parsed(address),
        method,
        headers: { ...encoding, ...requested },
        body,
        signal: AbortSignal.any([signal, deadline]),
      };
      try {
        return await repeated(request, async (answer, secret) => {
          const bytes = cut ? await beginning(answer.body, maxBytes) : await wholeBody(answer, maxBytes);
          received += bytes.length;
          return webAnswer(answer, bytes, secret);
        });
      } catch (error) {
        if (!deadline.aborted || signal.aborted) throw error;
        throw tooSlow(request.address);
      }
    }

    return {
      get,
      async download(address, target, options) {
        const retries = new Retries({ ...limits, attempts: maxInterruptions }, afterTemporaryMs, clock);
        const downloaded = await downloadFile(exchange, parsed(address), target, options, retries);
        received += downloaded.received;
        return downloaded.file;
      },
      received: () => received,
      maxAgeMs: () => maxAgeMs,
    };
  }

  return {
    turns,
    webFor,
    async close() {
      await Promise.all([...networks.values()].map((network) => network.close()));
    },
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function parsed(address: URL | string): URL {
  const url = URL.parse(String(address));
  if (url === null) {
    throw new ServiceError('bad-address', explain('no-web-address'), String(address));
  }
  // A password in an address would go wherever the address goes: secrets are kept apart.
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

function cleanOf(secret: SourceSecret | null): (text: string) => string {
  const texts = secret === null ? [] : secretTexts(secret);
  return (text) => texts.reduce((rest, one) => withoutSecret(rest, one), text);
}

function withoutSecrets(error: ServiceError, secret: SourceSecret): ServiceError {
  const clean = cleanOf(secret);
  const { kind, retry, status, retryAfter } = error;
  return new ServiceError(kind, mapTexts(error.reason, clean), clean(error.where), { retry, status, retryAfter });
}

function wholeBody({ body, headers, address }: HttpAnswer, maxBytes: number): Promise<Buffer> {
  return readBody(body, headers.get('content-encoding') ?? '', address, maxBytes);
}

/** Reads at most the first bytes of a body. */
async function beginning(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

function webAnswer({ status, headers, address }: HttpAnswer, bytes: Buffer, secret: SourceSecret | null): WebAnswer {
  const text = () => new TextDecoder(charsetOf(headers)).decode(bytes);
  return {
    status,
    headers,
    address,
    bytes,
    text,
    json() {
      try {
        return JSON.parse(text()) as unknown;
      } catch {
        const { host } = address;
        const isPage = /^\s*</.test(text());
        throw new ServiceError(
          isPage ? 'web-page' : 'malformed',
          isPage ? explain('page-for-data', { host }) : explain('answer-no-json', { host }),
          shown(address),
        );
      }
    },
    exactJson() {
      const header = (name: string) => headers.get(name) ?? undefined;
      return readJson(text(), { header, bytes, isUtf8: true }, address, cleanOf(secret));
    },
  };
}

/** The declared encoding if it exists, UTF-8 otherwise; a byte order mark is removed by the decoder. */
function charsetOf(headers: Headers): string {
  const named = /charset="?([^";\s]+)/i.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return 'utf-8';
  }
}
