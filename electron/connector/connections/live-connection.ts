import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { DatasetName } from '#shared/dataset-name.ts';
import { failureOf, isOfKind } from '#shared/english/explained-error.ts';
import type { Failure } from '#shared/failures.ts';
import type { Connection } from '#shared/rpc/records.ts';
import { discover } from '../discovery/find-service.ts';
import { abortedError, isAborted } from '../errors.ts';
import type { ServiceLayout } from '../http/layout.ts';
import { type Limits, usualLimits } from '../http/limits.ts';
import { openClient, type ServiceClient } from '../http/transport/client.ts';
import type { Network } from '../http/transport/network.ts';
import { isPlain } from '../http/transport/trust.ts';
import type { PageCache } from '../paging/page-cache.ts';
import { Source } from '../source.ts';
import { type ConnectionSession, openConnectionSession } from './connection-session.ts';

export interface LiveConnectionParts {
  /** The service's address; for the local one once it runs. */
  readonly address: Promise<URL>;
  /** Its connections, if they are not those of the system. */
  readonly network: Promise<Network | undefined>;
  /** Signs in with the stored token, if there is one; nothing is sent before. */
  readonly restore: (session: ConnectionSession) => Promise<void>;
  readonly plainHttpAgreed: () => boolean;
  readonly cache: PageCache;
  readonly limits: Partial<Limits>;
  /** Called when the record of the connection has changed. */
  readonly onChanged: () => void;
  /** Called when the visible contents of the service may have changed. */
  readonly onCatalogueChanged: () => void;
  readonly onDatasetChanged: (name: DatasetName) => void;
  readonly onReached: (name: DatasetName, reached: number, requested: number) => void;
}

const unusable = ['certificate', 'no-secure-connection', 'no-http', 'not-this-kind', 'web-page', 'redirect'] as const;

/** The longest interval between two checks of an offline service. */
const maxPauseMs = 60_000;

interface Reached {
  readonly client: ServiceClient;
  readonly source: Source;
}

/** One connection while the backend runs: its service, opened on first use, and its state. */
export class LiveConnection {
  readonly session: ConnectionSession;
  readonly #parts: LiveConnectionParts;
  readonly #restored: Promise<void>;
  #address: URL | null = null;
  #reached: Promise<Reached> | null = null;
  #state: Connection['state'] = 'starting';
  #failure: Failure | null = null;
  #isClosed = false;
  /** Ends the checks of an offline service. */
  #waiting: AbortController | null = null;

  constructor(parts: LiveConnectionParts) {
    this.#parts = parts;
    this.session = openConnectionSession(parts.plainHttpAgreed, parts.onChanged);
    this.#restored = parts.restore(this.session);
    parts.address.then(
      (known) => {
        this.#address = known;
        this.#become('ready', null);
      },
      (error: unknown) => this.#become('failed', failureOf(error)),
    );
  }

  /** Runs `act` with the service; the state reflects the outcome. */
  async use<Result>(act: (source: Source) => Promise<Result>): Promise<Result> {
    try {
      const result = await this.#once(act);
      this.#become('ready', null);
      return result;
    } catch (error) {
      if (isOfKind(error, 'offline', 'proxy')) this.#become('offline', failureOf(error));
      throw error;
    }
  }

  state(): Pick<Connection, 'state' | 'failure' | 'session' | 'transport'> {
    const safe = this.#address === null || !isPlain(this.#address);
    const transport = safe ? 'safe' : this.#parts.plainHttpAgreed() ? 'agreed' : 'ask';
    return { state: this.#state, failure: this.#failure, session: this.session.shown(), transport };
  }

  /** Address of the service; null while the local one is still starting. */
  address(): URL | null {
    return this.#address;
  }

  /** Clears the caches, as after signing in or out, when different data is visible. */
  async reset(): Promise<void> {
    const old = this.#reached;
    const known = await old?.catch(() => null);
    if (!known || this.#reached !== old) return;
    const { client, source } = known;
    this.#reached = Promise.resolve({ client, source: this.#sourceOver(client, source.layout) });
    source.close();
  }

  async close(): Promise<void> {
    const old = this.#reached;
    this.#reached = null;
    this.#isClosed = true;
    this.#stopWaiting();
    // It may never have been opened.
    const { client, source } = (await old?.catch(() => null)) ?? {};
    source?.close();
    await client?.close().catch(() => {});
  }

  #become(next: Connection['state'], why: Failure | null): void {
    if (this.#state === next && isDeepStrictEqual(this.#failure, why)) return;
    this.#state = next;
    this.#failure = why;
    if (next !== 'offline') this.#stopWaiting();
    else if (this.#waiting === null) {
      this.#waiting = new AbortController();
      void this.#awaitComeback(this.#waiting.signal).catch(() => {});
    }
    this.#parts.onChanged();
  }

  #stopWaiting(): void {
    this.#waiting?.abort();
    this.#waiting = null;
  }

  /** Asks an offline service, in growing intervals, whether it is back. */
  async #awaitComeback(signal: AbortSignal): Promise<void> {
    const { limits, address, onCatalogueChanged } = this.#parts;
    for (let pauseMs = limits.comebackMs ?? usualLimits.comebackMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      // An unreachable service must not delay the end of the process.
      await sleep(pauseMs, undefined, { signal, ref: false });
      try {
        const { client } = await this.#opened();
        await client.getJson(new URL('api/v1/', await address));
        this.#become('ready', null);
        onCatalogueChanged();
      } catch {
        // It is asked again.
      }
    }
  }

  #sourceOver(client: ServiceClient, layout: ServiceLayout): Source {
    const { cache, onDatasetChanged: onChanged, onReached } = this.#parts;
    return new Source({ client, layout, cache, onChanged, onReached });
  }

  async #reach(): Promise<Reached> {
    const { address, limits, network, onCatalogueChanged } = this.#parts;
    const base = await address;
    await this.#restored;
    const refused = () => {
      this.session.refused();
      onCatalogueChanged();
    };
    const client = openClient(base, { ...this.session, refused }, limits, await network);
    try {
      return { client, source: this.#sourceOver(client, await discover(client, base)) };
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  #opened(): Promise<Reached> {
    if (this.#isClosed) return Promise.reject(abortedError());
    if (this.#reached !== null) return this.#reached;
    const opening = this.#reach();
    this.#reached = opening;
    opening.catch((error: unknown) => {
      if (this.#reached === opening) this.#reached = null;
      // Such an answer only concerns the whole service if it was never reached before.
      if (isOfKind(error, ...unusable)) this.#become('failed', failureOf(error));
    });
    return opening;
  }

  async #once<Result>(act: (source: Source) => Promise<Result>): Promise<Result> {
    const opening = this.#opened();
    try {
      return await act((await opening).source);
    } catch (error) {
      const reached = this.#reached;
      // Requests in progress when the source was replaced are repeated with the new one.
      if (isAborted(error) && reached !== null && reached !== opening) return act((await reached).source);
      throw error;
    }
  }
}
