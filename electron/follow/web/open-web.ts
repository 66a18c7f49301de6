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
import type { Downloaded, Web, WebAnswer, WebDownload, WebGet } from '../sources/web.ts';
import type { AnswerReader, WebExchange, WebRequest } from './download.ts';
import { downloadFile } from './download.ts';
import { HostTurns, maxWaitMs } from './host-turns.ts';
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

/** The web, as all sources share it: connections, the turns at hosts, and the pauses that these ask for. */
export class WebAccess {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly turns: HostTurns;
  readonly findSecret: FindSecret;
  readonly #lookup: HostLookup | undefined;
  readonly #networks = new Map<Reach, Network>();
  /** Until when the robots.txt of an origin is known. */
  readonly #robots = new Map<string, number>();

  constructor(parts: WebParts) {
    const { clock = systemClock, findSecret = noSecrets, lookup, hosts, budgets = publishedBudgets } = parts;
    this.clock = clock;
    this.limits = { ...webLimits, ...parts.limits };
    this.turns = new HostTurns(clock, hosts, budgets);
    this.findSecret = findSecret;
    this.#lookup = lookup;
  }

  /**
   * The web as one source may use it.
   * @param home the address that the user gave
   * @param allowPrivate whether addresses as internal as `home` may be asked; otherwise only public ones
   * @param signal ends its requests
   */
  webFor(home: URL, allowPrivate: boolean, signal: AbortSignal): SourceWeb {
    const lookup = this.#lookup ?? systemLookup;
    const most = allowPrivate ? reachOfService(home, lookup) : Promise.resolve<Reach>('public');
    return new SourceWeb(this, most, signal);
  }

  /** Sends a request in its turn, without following redirects. @param most the most internal address that may answer */
  async send<Result>(request: WebRequest, most: Reach, read: (answer: HttpAnswer) => Promise<Result>): Promise<Result> {
    const network = this.#networkFor(most);
    await this.#respectRobots(request.address, network, request.signal);
    return this.turns.take(request.address, request.signal, () => this.#exchange(request, network, read));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#networks.values()].map((network) => network.close()));
  }

  #networkFor(most: Reach): Network {
    const known = this.#networks.get(most) ?? openBoundedNetwork(most, this.limits, privateAddress, this.#lookup);
    this.#networks.set(most, known);
    return known;
  }

  /** How long an answer may take is the caller's to limit. */
  #exchange<Result>(
    { signal, ...request }: WebRequest,
    network: Network,
    read: (answer: HttpAnswer) => Promise<Result>,
  ): Promise<Result> {
    const headers = { 'accept-encoding': acceptedEncodings, ...request.headers };
    return exchangeWith({ ...request, headers, wholeMs: null }, { network, limits: this.limits }, signal, read);
  }

  /** Waits as the robots.txt of a host asks; it is read once a day, and its absence is no problem. */
  async #respectRobots({ origin, host }: URL, network: Network, signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    if ((this.#robots.get(origin) ?? 0) > now) return;
    this.#robots.set(origin, now + robotsAgeMs);
    const address = new URL('/robots.txt', origin);
    try {
      await this.turns.take(address, signal, async () => {
        const request: WebRequest = { address, method: 'GET', headers: {}, signal };
        const text = await this.#exchange(request, network, async (answer) => {
          if (answer.status !== 200 || /html/i.test(answer.headers.get('content-type') ?? '')) return '';
          return (await wholeBody(answer, robotsBytes)).toString('utf8');
        });
        // Within the turn: the next request waits for it.
        await this.turns.setDelay(host, crawlDelayMs(text));
      });
    } catch (error) {
      signal.throwIfAborted();
      // The request itself will report it; without an answer the next one asks again, and the pause stays as it was.
      if (!(error instanceof ServiceError)) throw error;
      if (error.kind !== 'too-big') this.#robots.delete(origin);
    }
  }
}

/** The web of one source, which counts what it does. */
export class SourceWeb implements Web {
  readonly #access: WebAccess;
  readonly #most: Promise<Reach>;
  readonly signal: AbortSignal;
  #received = 0;
  #maxAgeMs = 0;

  constructor(access: WebAccess, most: Promise<Reach>, signal: AbortSignal) {
    this.#access = access;
    this.#most = most;
    this.signal = signal;
  }

  /** Bytes received in bodies. */
  received(): number {
    return this.#received;
  }

  /** How long the last answer may be reused, as its `Cache-Control` says; 0 if it does not. */
  maxAgeMs(): number {
    return this.#maxAgeMs;
  }

  async get(address: URL | string, options: WebGet = {}): Promise<WebAnswer> {
    const { accept, headers = {}, question, maxBytes = usualMaxBytes, cut = false } = options;
    const method = question === undefined ? (options.method ?? 'GET') : 'POST';
    const body = question === undefined ? null : JSON.stringify(question);
    const contentType = body === null ? {} : { 'content-type': 'application/json' };
    const requested = { ...lowerCased(headers), ...contentType, ...given({ accept }) };
    const encoding = cut ? { 'accept-encoding': 'identity' } : {};
    const deadline = AbortSignal.timeout(this.#access.limits.wholeMs);
    const request: WebRequest = {
      address: parsed(address),
      method,
      headers: { ...encoding, ...requested },
      body,
      signal: AbortSignal.any([this.signal, deadline]),
    };
    try {
      return await this.#repeated(request, async (answer, secret) => {
        const bytes = cut ? await beginning(answer.body, maxBytes) : await wholeBody(answer, maxBytes);
        this.#received += bytes.length;
        return webAnswer(answer, bytes, secret);
      });
    } catch (error) {
      if (!deadline.aborted || this.signal.aborted) throw error;
      throw tooSlow(request.address);
    }
  }

  async download(address: URL | string, target: string, options: WebDownload): Promise<Downloaded> {
    const { limits, clock } = this.#access;
    const retries = new Retries({ ...limits, attempts: maxInterruptions }, afterTemporaryMs, clock);
    const work = { ...options, signal: this.signal };
    const { file, received } = await downloadFile(this.#exchange, parsed(address), target, work, retries);
    this.#received += received;
    return file;
  }

  /** As `#exchange`, repeated after temporary failures, with growing pauses, and as late as the host asks. */
  async #repeated<Result>(request: WebRequest, read: AnswerReader<Result>): Promise<Result> {
    const { limits, clock } = this.#access;
    const retries = new Retries(limits, afterTransientMs, clock);
    for (;;) {
      try {
        return await this.#exchange(request, read);
      } catch (error) {
        request.signal.throwIfAborted();
        await retries.pause(error, request.signal);
      }
    }
  }

  /** Follows redirects, with the same method and body; each target is checked as the first address was. */
  readonly #exchange: WebExchange = async <Result>(request: WebRequest, read: AnswerReader<Result>) => {
    const most = await this.#most;
    return walkRedirects<Awaited<Result>>(request.address, async (address, from) => {
      if (from !== null) checkRedirect(request.address, from, address, most);
      checkAddress(address, most);
      const secret = isPlain(address) ? null : await this.#access.findSecret(address.origin);
      const headers = { ...request.headers, ...(secret === null ? {} : secretHeader(secret)) };
      return this.#access.send<Hop<Awaited<Result>>>({ ...request, address, headers }, most, async (answer) => {
        const { status } = answer;
        this.#maxAgeMs = maxAgeMsOf(answer.headers);
        if (isRedirect(status)) return { location: answer.headers.get('location') ?? undefined };
        if ((status >= 200 && status < 300) || answerStatuses.has(status))
          return { result: await read(answer, secret) };
        throw await this.#problemOf(answer, secret);
      });
    });
  };

  /** The error of an answer; a pause that it asks for is kept. */
  async #problemOf(answer: HttpAnswer, secret: SourceSecret | null): Promise<ServiceError> {
    const { status, headers, address } = answer;
    const { clock, turns } = this.#access;
    const retryAfter = headers.get('retry-after') ?? undefined;
    const wait = retryAfterSeconds(retryAfter, clock.now());
    if (wait !== null && (status === 429 || status === 503)) await turns.holdOff(address.host, wait * 1000);
    const isJson = /json/i.test(headers.get('content-type') ?? '');
    const bytes = isJson ? await wholeBody(answer, 64 * 1024).catch(() => null) : null;
    const text = bytes?.toString('utf8') ?? '';
    const token = secret === null ? null : (secretTexts(secret)[0] ?? null);
    const error = explainStatus({ address, status, retryAfter, problem: undefined, text, token });
    return secret === null ? error : withoutSecrets(error, secret);
  }
}

function maxAgeMsOf(headers: Headers): number {
  const said = headers.get('cache-control') ?? '';
  const seconds = /(?:^|[,\s])max-age=(\d{1,9})/i.exec(said)?.[1];
  return seconds === undefined || /no-cache|no-store/i.test(said) ? 0 : Number(seconds) * 1000;
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
