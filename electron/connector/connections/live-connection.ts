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
import { openServiceSource, type Source } from '../source.ts';
import { type ConnectionSession, openConnectionSession } from './connection-session.ts';

/** One connection while the backend runs: its service, opened on first use, and its state. */
export interface LiveConnection {
  readonly session: ConnectionSession;
  /** Runs `act` with the service; the state reflects the outcome. */
  use<Result>(act: (source: Source) => Promise<Result>): Promise<Result>;
  state(): Pick<Connection, 'state' | 'failure' | 'session' | 'transport'>;
  /** Address of the service; null while the local one is still starting. */
  address(): URL | null;
  /** Clears the caches, as after signing in or out, when different data is visible. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

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

interface Reached {
  readonly client: ServiceClient;
  readonly source: Source;
}

export function openConnection(parts: LiveConnectionParts): LiveConnection {
  const session = openConnectionSession(parts.plainHttpAgreed, parts.onChanged);
  const restored = parts.restore(session);
  let address: URL | null = null;
  let reached: Promise<Reached> | null = null;
  let state: Connection['state'] = 'starting';
  let failure: Failure | null = null;
  let closed = false;

  const comeback = openReconnectPoll(async () => {
    try {
      const { client } = await opened();
      await client.getJson(new URL('api/v1/', await parts.address));
      become('ready', null);
      parts.onCatalogueChanged();
      return true;
    } catch {
      return false;
    }
  }, parts.limits.comebackMs ?? usualLimits.comebackMs);

  function become(next: Connection['state'], why: Failure | null): void {
    if (state === next && isDeepStrictEqual(failure, why)) return;
    state = next;
    failure = why;
    if (next === 'offline') comeback.watch();
    else comeback.stop();
    parts.onChanged();
  }

  parts.address.then(
    (known) => {
      address = known;
      become('ready', null);
    },
    (error: unknown) => become('failed', failureOf(error)),
  );

  function sourceOver(client: ServiceClient, layout: ServiceLayout): Source {
    return openServiceSource({
      client,
      layout,
      cache: parts.cache,
      onChanged: parts.onDatasetChanged,
      onReached: parts.onReached,
    });
  }

  async function reach(): Promise<Reached> {
    const base = await parts.address;
    await restored;
    const refused = () => {
      session.refused();
      parts.onCatalogueChanged();
    };
    const client = openClient(base, { ...session, refused }, parts.limits, await parts.network);
    try {
      return { client, source: sourceOver(client, await discover(client, base)) };
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  function opened(): Promise<Reached> {
    if (closed) return Promise.reject(abortedError());
    if (reached !== null) return reached;
    const opening = reach();
    reached = opening;
    opening.catch((error: unknown) => {
      if (reached === opening) reached = null;
      // Such an answer only concerns the whole service if it was never reached before.
      if (isOfKind(error, ...unusable)) become('failed', failureOf(error));
    });
    return opening;
  }

  async function reset(): Promise<void> {
    const old = reached;
    if (old === null) return;
    const { client, source } = await old;
    if (reached !== old) return;
    reached = Promise.resolve({ client, source: sourceOver(client, source.layout) });
    source.close();
  }

  async function once<Result>(act: (source: Source) => Promise<Result>): Promise<Result> {
    const opening = opened();
    try {
      return await act((await opening).source);
    } catch (error) {
      // Requests in progress when the source was replaced are repeated with the new one.
      if (isAborted(error) && reached !== null && reached !== opening) return act((await reached).source);
      throw error;
    }
  }

  return {
    session,
    async use(act) {
      try {
        const result = await once(act);
        become('ready', null);
        return result;
      } catch (error) {
        if (isOfKind(error, 'offline', 'proxy')) become('offline', failureOf(error));
        throw error;
      }
    },
    state() {
      const safe = address === null || !isPlain(address);
      const transport = safe ? 'safe' : parts.plainHttpAgreed() ? 'agreed' : 'ask';
      return { state, failure, session: session.shown(), transport };
    },
    address: () => address,
    reset: () => reset().catch(() => undefined),
    async close() {
      const old = reached;
      reached = null;
      closed = true;
      comeback.stop();
      try {
        const { client, source } = (await old) ?? {};
        source?.close();
        await client?.close();
      } catch {
        // It was never opened.
      }
    },
  };
}

/** Checks periodically whether an offline service is back. */
interface ReconnectPoll {
  /** Starts checking, unless it already does. */
  watch(): void;
  stop(): void;
}

const maxDelayMs = 60_000;

/**
 * @param isBack asks the service once; must not reject
 * @param first milliseconds before the first check; each further delay is twice as long, up to a minute
 */
function openReconnectPoll(isBack: () => Promise<boolean>, first: number): ReconnectPoll {
  let timer: NodeJS.Timeout | null = null;

  function look(pause: number): void {
    const own = setTimeout(async () => {
      const back = await isBack();
      if (timer !== own) return;
      timer = null;
      if (!back) look(Math.min(pause * 2, maxDelayMs));
    }, pause);
    // An unreachable service must not delay the end of the process.
    own.unref();
    timer = own;
  }

  return {
    watch() {
      if (timer === null) look(first);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
