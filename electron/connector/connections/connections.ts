import { randomUUID } from 'node:crypto';
import { type Explanation, explain } from '#shared/failures.ts';
import { scratchConnection } from '#shared/rpc/calls/viewed-files.ts';
import type { Connection, FoundService, StorageReport } from '#shared/rpc/records.ts';
import { listNamespaces } from '../catalogue/catalogue.ts';
import { type Found, findService } from '../discovery/find-service.ts';
import { type SignInCredentials, signIn } from '../discovery/sign-in.ts';
import { isAborted, ServiceError } from '../errors.ts';
import type { Limits } from '../http/limits.ts';
import { noCredentials, openClient } from '../http/transport/client.ts';
import { isPlain } from '../http/transport/trust.ts';
import { readPage } from '../paging/page-answer.ts';
import type { Source } from '../source.ts';
import type { ConnectionStore, StoredConnection } from './connection-store.ts';
import { type Entry, type EntryParts, enter, localConnection, recordOfEntry } from './entries.ts';
import type { StoredToken } from './token-vault.ts';
import { checkStorable, removeToken, storeToken } from './tokens.ts';

interface ConnectionChange {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly colour?: string | undefined;
}

/** All connections of the user, stored and live; every function throws {@link ServiceError}. */
export interface Connections {
  /** All connections in the user's order; the local one is always among them. */
  list(): Connection[];
  /** Runs `act` with the service of a connection, whose state reflects the outcome. */
  use<Result>(id: string, act: (source: Source) => Promise<Result>): Promise<Result>;
  /** Whether its service no longer accepts the token, also that of the local one. */
  isRefused(id: string): boolean;
  test(address: string, signal: AbortSignal): Promise<FoundService>;
  stored(): readonly StoredConnection[];
  /** Appends connections without contacting their services. */
  addStored(added: readonly StoredConnection[]): Promise<void>;
  add(address: string, name: string, colour: string, signal: AbortSignal): Promise<Connection>;
  /** Changes a connection; another origin in `address` signs it out. */
  edit(id: string, change: ConnectionChange, signal: AbortSignal): Promise<Connection>;
  /** Removes a connection and its token. */
  remove(id: string): Promise<void>;
  /** @param ids all of them, in the new order */
  reorder(ids: readonly string[]): Promise<void>;
  /** Asks the service whether it is reachable, and whether it accepts the token. */
  check(id: string, signal: AbortSignal): Promise<Connection>;
  signIn(
    id: string,
    credentials: SignInCredentials,
    keep: StoredToken['kept'],
    signal: AbortSignal,
  ): Promise<Connection>;
  signOut(id: string): Promise<void>;
  agreeToPlainHttp(id: string, agreed: boolean): Promise<Connection>;
  describe(): Promise<StorageReport>;
  close(): Promise<void>;
}

export type ConnectionsParts = Omit<EntryParts, 'onNotice'> & { readonly store: ConnectionStore };

const ownService: StoredConnection = {
  id: localConnection,
  name: 'This computer',
  colour: '',
  address: null,
  plainHttpAgreed: false,
  signedIn: false,
};

function mistaken(reason: Explanation, where: string): ServiceError {
  return new ServiceError('unknown-connection', reason, where);
}

/** The stored connections, with the local one in its place, and without any others that lack an address. */
function storedWithLocal(connections: readonly StoredConnection[]): readonly StoredConnection[] {
  const sound = connections.filter(({ id, address }) => (id === localConnection) === (address === null));
  return sound.some(({ id }) => id === localConnection) ? sound : [ownService, ...sound];
}

export function openConnections({ store, ...rest }: ConnectionsParts): Connections {
  const { vault, limits, onChanged, onCatalogueChanged } = rest;
  const notices = [...store.notices];
  const parts: EntryParts = { ...rest, onNotice: (notice) => notices.push(notice) };
  let entries: readonly Entry[] = storedWithLocal(store.connections).map((stored) => enter(stored, parts));

  let scratch: Entry | null = null;

  /** The service for viewed files, which is read like any other but is not in any list. */
  function scratchEntry(start: NonNullable<EntryParts['scratch']>): Entry {
    if (scratch !== null) return scratch;
    const local = start();
    const entry = enter({ ...ownService, id: scratchConnection }, { ...parts, local, onChanged: () => {} });
    // A later call starts it again.
    local.catch(() => {
      if (scratch === entry) scratch = null;
    });
    scratch = entry;
    return entry;
  }

  function find(id: string): Entry {
    if (id === scratchConnection && parts.scratch !== undefined) return scratchEntry(parts.scratch);
    const entry = entries.find(({ stored }) => stored.id === id);
    if (entry === undefined) throw mistaken(explain('no-such-connection'), id);
    return entry;
  }

  function findRemote(id: string): Entry & { readonly stored: { readonly address: string } } {
    const entry = find(id);
    const { address } = entry.stored;
    if (address === null) throw mistaken(explain('not-with-own-service'), id);
    return entry as Entry & { readonly stored: { readonly address: string } };
  }

  async function save(): Promise<void> {
    onChanged();
    await store.write(entries.map(({ stored }) => stored));
  }

  /** The connection at another address; a token is only kept within its origin. */
  async function move(
    entry: Entry & { readonly stored: { readonly address: string } },
    address: string,
  ): Promise<void> {
    const { stored, live } = entry;
    const stays = new URL(stored.address).origin === new URL(address).origin;
    const token = live.session.storedToken();
    const moved = { ...stored, address, ...(stays ? {} : { signedIn: false, plainHttpAgreed: false }) };
    const fresh = enter(moved, parts);
    if (stays && token !== null) fresh.live.session.signIn(token);
    entries = entries.map((one) => (one === entry ? fresh : one));
    await live.close();
    await save();
    onCatalogueChanged(stored.id);
    if (!stays) await removeToken(vault, stored);
  }

  return {
    list: () => entries.map(recordOfEntry),
    use: async (id, act) => find(id).live.use(act),
    isRefused: (id) => find(id).live.state().session.kind === 'token-refused',
    test: async (address, signal) => describeFound(await findService(address, limits, signal), limits, signal),
    stored: () => entries.map(({ stored }) => stored),
    async addStored(added) {
      entries = [...entries, ...added.map((stored) => enter(stored, parts))];
      await save();
    },
    async add(address, name, colour, signal) {
      const found = await describeFound(await findService(address, limits, signal), limits, signal);
      const own = { id: randomUUID(), name: name.trim() || found.name, colour, address: found.address };
      const entry = enter({ ...own, plainHttpAgreed: false, signedIn: false }, parts);
      entries = [...entries, entry];
      await save();
      return recordOfEntry(entry);
    },
    async edit(id, { name, address, colour }, signal) {
      const entry = find(id);
      const found = address === undefined ? null : (await findService(address, limits, signal)).layout.base.href;
      const { stored } = entry;
      entry.stored = { ...stored, name: name?.trim() || stored.name, colour: colour ?? stored.colour };
      if (found !== null && found !== stored.address) await move(findRemote(id), found);
      else await save();
      return recordOfEntry(find(id));
    },
    async remove(id) {
      const { live, stored } = findRemote(id);
      entries = entries.filter((entry) => entry.stored.id !== id);
      live.session.signOut();
      await live.close();
      await save();
      await removeToken(vault, stored);
    },
    async reorder(ids) {
      const sorted = ids.map(find);
      if (sorted.some((entry) => entry === scratch)) throw mistaken(explain('no-such-connection'), scratchConnection);
      if (new Set(ids).size !== entries.length) throw mistaken(explain('order-incomplete'), ids.join(' '));
      entries = sorted;
      await save();
    },
    async check(id, signal) {
      const { live } = find(id);
      live.session.tryAgain();
      // Any problem is in the returned record.
      await live.use((source) => listNamespaces(source, signal)).catch(() => undefined);
      return recordOfEntry(find(id));
    },
    async signIn(id, credentials, keep, signal) {
      const entry = findRemote(id);
      await checkStorable(vault, keep);
      const layout = await entry.live.use(async (source) => source.layout);
      const token = await signIn(layout, credentials, entry.stored.plainHttpAgreed, limits, signal);
      if (!entries.includes(entry)) throw mistaken(explain('connection-changed'), id);
      if (keep === 'session') await removeToken(vault, entry.stored);
      await storeToken(vault, entry.stored, { ...token, kept: keep });
      entry.stored = { ...entry.stored, signedIn: keep === 'keychain' };
      entry.live.session.signIn({ ...token, kept: keep });
      await entry.live.reset();
      await save();
      onCatalogueChanged(id);
      return recordOfEntry(entry);
    },
    async signOut(id) {
      const entry = findRemote(id);
      const { stored } = entry;
      entry.live.session.signOut();
      await entry.live.reset();
      entry.stored = { ...stored, signedIn: false };
      await save();
      onCatalogueChanged(id);
      await removeToken(vault, stored);
    },
    async agreeToPlainHttp(id, agreed) {
      const entry = findRemote(id);
      entry.stored = { ...entry.stored, plainHttpAgreed: agreed };
      await entry.live.reset();
      await save();
      onCatalogueChanged(id);
      return recordOfEntry(entry);
    },
    describe: async () => ({ keychain: await vault.describe(), notices: [...notices] }),
    async close() {
      await Promise.all([...entries, ...(scratch === null ? [] : [scratch])].map(({ live }) => live.close()));
    },
  };
}

/** The namespaces that are listed without signing in. */
async function lookInside(
  found: Found,
  limits: Partial<Limits>,
  signal: AbortSignal,
): Promise<number | Explanation | null> {
  const client = openClient(found.layout.base, noCredentials, limits);
  try {
    const answer = await client.getJson(found.layout.endpoint('namespaces'), { signal });
    const page = readPage(answer);
    return page.count ?? page.items.length;
  } catch (error) {
    if (!(error instanceof ServiceError) || isAborted(error)) throw error;
    return error.kind === 'sign-in-needed' ? null : explain('namespaces-unread', { why: error.reason });
  } finally {
    await client.close();
  }
}

/** Describes what was found at the entered address. */
export async function describeFound(found: Found, limits: Partial<Limits>, signal: AbortSignal): Promise<FoundService> {
  const { base } = found.layout;
  const inside = await lookInside(found, limits, signal);
  const isCounted = inside === null || typeof inside === 'number';
  return {
    address: base.href,
    name: base.hostname.replace(/^www\./, ''),
    transport: isPlain(base) ? 'ask' : 'safe',
    namespaces: isCounted ? inside : null,
    notices: isCounted ? found.notices.slice() : [...found.notices, inside],
  };
}
