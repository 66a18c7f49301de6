import type { DatasetName } from '#shared/dataset-name.ts';
import { reasonOf } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import type { Capabilities, Connection } from '#shared/rpc/records.ts';
import { ServiceError } from '../errors.ts';
import type { Limits } from '../http/limits.ts';
import type { Network } from '../http/transport/network.ts';
import type { PageCache } from '../paging/page-cache.ts';
import type { ConnectionSession } from './connection-session.ts';
import type { StoredConnection } from './connection-store.ts';
import { LiveConnection } from './live-connection.ts';
import type { TokenVault } from './token-vault.ts';
import { restoreToken } from './tokens.ts';

export const localConnection = 'local';

/** A running service of this program. */
export interface LocalEndpoint {
  /** Address of the service, with a trailing slash. */
  readonly address: string;
  /** The token of the desktop's own account there; null to read anonymously. */
  readonly token: string | null;
  /** Its connections, if they are within this process. */
  readonly network?: Network;
}

export interface EntryParts {
  readonly vault: TokenVault;
  readonly cache: PageCache;
  readonly local: Promise<LocalEndpoint>;
  /** Starts the service for viewed files, or returns the running one. */
  readonly scratch?: () => Promise<LocalEndpoint>;
  readonly limits: Partial<Limits>;
  /** Called when the list, or the state of a connection, has changed. */
  readonly onChanged: () => void;
  /** Called when a service's visible contents may have changed: after signing in or out, or when it is back. */
  readonly onCatalogueChanged: (connection: string) => void;
  readonly onDatasetChanged: (connection: string, name: DatasetName) => void;
  /** Progress towards a row that can only be reached page by page; may be called very often. */
  readonly onReached?: (connection: string, name: DatasetName, reached: number, requested: number) => void;
  readonly onNotice: (notice: Explanation) => void;
}

/** A stored connection, opened. */
export interface Entry {
  stored: StoredConnection;
  readonly live: LiveConnection;
}

/** The address of a stored connection; the local service's once it runs. */
async function addressOf(stored: StoredConnection, local: Promise<LocalEndpoint>): Promise<URL> {
  if (stored.address !== null) return new URL(stored.address);
  try {
    return new URL((await local).address);
  } catch (cause) {
    throw new ServiceError('local-failed', explain('own-service-failed', { why: reasonOf(cause) }), '', { cause });
  }
}

/** Opens a stored connection. */
export function enter(stored: StoredConnection, parts: EntryParts): Entry {
  const { vault, cache, local, limits, onChanged } = parts;
  async function restore(session: ConnectionSession): Promise<void> {
    if (stored.address !== null) {
      const notice = await restoreToken(vault, stored, session);
      if (notice !== null) parts.onNotice(notice);
      return;
    }
    const token = await local.then(
      (service) => service.token,
      () => null,
    );
    if (token !== null) session.signIn({ token, user: null, kept: 'session' });
  }
  const live = new LiveConnection({
    address: addressOf(stored, local),
    // A service that has not started is reported with its address.
    network:
      stored.address === null
        ? local.then(
            (service) => service.network,
            () => undefined,
          )
        : Promise.resolve(undefined),
    restore,
    plainHttpAgreed: () => entry.stored.plainHttpAgreed,
    cache,
    limits,
    onChanged,
    onCatalogueChanged: () => parts.onCatalogueChanged(stored.id),
    onDatasetChanged: (name) => parts.onDatasetChanged(stored.id, name),
    onReached: (name, reached, requested) => parts.onReached?.(stored.id, name, reached, requested),
  });
  const entry: Entry = { stored, live };
  return entry;
}

const ofConnectedService: Capabilities = {
  signIn: true,
  changeAddress: true,
  remove: true,
  pin: true,
  filesOnThisComputer: false,
};
const ofOwnService: Capabilities = {
  signIn: false,
  changeAddress: false,
  remove: false,
  pin: false,
  filesOnThisComputer: true,
};

/** A connection as the window receives it. */
export function recordOfEntry({ stored, live }: Entry): Connection {
  const { id, name, colour, address } = stored;
  const shown = { id, name, colour, address: address ?? live.address()?.href ?? null, ...live.state() };
  if (id !== localConnection) return { ...shown, capabilities: ofConnectedService };
  // Almanac signs in to its own service by itself; its token is never shown.
  return { ...shown, capabilities: ofOwnService, session: { kind: 'anonymous' } };
}
