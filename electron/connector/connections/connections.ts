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

type RemoteEntry = Entry & { readonly stored: { readonly address: string } };

/** All connections of the user, stored and live; every method throws {@link ServiceError}. */
export class Connections {
  readonly #parts: EntryParts;
  readonly #store: ConnectionStore;
  readonly #notices: Explanation[];
  #entries: readonly Entry[];
  #scratch: Entry | null = null;

  constructor({ store, ...rest }: ConnectionsParts) {
    const notices = [...store.notices];
    this.#notices = notices;
    this.#store = store;
    this.#parts = { ...rest, onNotice: (notice) => notices.push(notice) };
    this.#entries = storedWithLocal(store.connections).map((stored) => enter(stored, this.#parts));
  }

  /** All connections in the user's order; the local one is always among them. */
  list(): Connection[] {
    return this.#entries.map(recordOfEntry);
  }

  /** Runs `act` with the service of a connection, whose state reflects the outcome. */
  async use<Result>(id: string, act: (source: Source) => Promise<Result>): Promise<Result> {
    return this.#find(id).live.use(act);
  }

  /** Whether its service no longer accepts the token, also that of the local one. */
  isRefused(id: string): boolean {
    return this.#find(id).live.state().session.kind === 'token-refused';
  }

  async test(address: string, signal: AbortSignal): Promise<FoundService> {
    const { limits } = this.#parts;
    return describeFound(await findService(address, limits, signal), limits, signal);
  }

  stored(): readonly StoredConnection[] {
    return this.#entries.map(({ stored }) => stored);
  }

  /** Appends connections without contacting their services. */
  async addStored(added: readonly StoredConnection[]): Promise<void> {
    this.#entries = [...this.#entries, ...added.map((stored) => enter(stored, this.#parts))];
    await this.#save();
  }

  async add(address: string, name: string, colour: string, signal: AbortSignal): Promise<Connection> {
    const found = await this.test(address, signal);
    const own = { id: randomUUID(), name: name.trim() || found.name, colour, address: found.address };
    const entry = enter({ ...own, plainHttpAgreed: false, signedIn: false }, this.#parts);
    this.#entries = [...this.#entries, entry];
    await this.#save();
    return recordOfEntry(entry);
  }

  /** Changes a connection; another origin in `address` signs it out. */
  async edit(id: string, { name, address, colour }: ConnectionChange, signal: AbortSignal): Promise<Connection> {
    const entry = this.#find(id);
    const found = address === undefined ? null : await findService(address, this.#parts.limits, signal);
    const { stored } = entry;
    entry.stored = { ...stored, name: name?.trim() || stored.name, colour: colour ?? stored.colour };
    const base = found?.layout.base.href ?? stored.address;
    if (base !== stored.address && base !== null) await this.#move(this.#findRemote(id), base);
    else await this.#save();
    return recordOfEntry(this.#find(id));
  }

  /** Removes a connection and its token. */
  async remove(id: string): Promise<void> {
    const { live, stored } = this.#findRemote(id);
    this.#entries = this.#entries.filter((entry) => entry.stored.id !== id);
    live.session.signOut();
    await live.close();
    await this.#save();
    await removeToken(this.#parts.vault, stored);
  }

  /** @param ids all of them, in the new order */
  async reorder(ids: readonly string[]): Promise<void> {
    const sorted = ids.map((id) => this.#find(id));
    if (sorted.some((entry) => entry === this.#scratch)) {
      throw mistaken(explain('no-such-connection'), scratchConnection);
    }
    if (new Set(ids).size !== this.#entries.length) throw mistaken(explain('order-incomplete'), ids.join(' '));
    this.#entries = sorted;
    await this.#save();
  }

  /** Asks the service whether it is reachable, and whether it accepts the token. */
  async check(id: string, signal: AbortSignal): Promise<Connection> {
    const { live } = this.#find(id);
    live.session.tryAgain();
    // Any problem is in the returned record.
    await live.use((source) => listNamespaces(source, signal)).catch(() => undefined);
    return recordOfEntry(this.#find(id));
  }

  async signIn(
    id: string,
    credentials: SignInCredentials,
    keep: StoredToken['kept'],
    signal: AbortSignal,
  ): Promise<Connection> {
    const { vault, limits } = this.#parts;
    const entry = this.#findRemote(id);
    await checkStorable(vault, keep);
    const layout = await entry.live.use(async (source) => source.layout);
    const token = await signIn(layout, credentials, entry.stored.plainHttpAgreed, limits, signal);
    if (!this.#entries.includes(entry)) throw mistaken(explain('connection-changed'), id);
    if (keep === 'session') await removeToken(vault, entry.stored);
    await storeToken(vault, entry.stored, { ...token, kept: keep });
    entry.stored = { ...entry.stored, signedIn: keep === 'keychain' };
    entry.live.session.signIn({ ...token, kept: keep });
    return this.#readAnew(entry);
  }

  async signOut(id: string): Promise<void> {
    const entry = this.#findRemote(id);
    const { stored } = entry;
    entry.live.session.signOut();
    await entry.live.reset();
    entry.stored = { ...stored, signedIn: false };
    await this.#save();
    this.#parts.onCatalogueChanged(id);
    await removeToken(this.#parts.vault, stored);
  }

  async agreeToPlainHttp(id: string, agreed: boolean): Promise<Connection> {
    const entry = this.#findRemote(id);
    entry.stored = { ...entry.stored, plainHttpAgreed: agreed };
    return this.#readAnew(entry);
  }

  async describe(): Promise<StorageReport> {
    return { keychain: await this.#parts.vault.describe(), notices: [...this.#notices] };
  }

  async close(): Promise<void> {
    const scratch = this.#scratch === null ? [] : [this.#scratch];
    await Promise.all([...this.#entries, ...scratch].map(({ live }) => live.close()));
  }

  /** The service for viewed files, which is read like any other but is not in any list. */
  #scratchEntry(start: NonNullable<EntryParts['scratch']>): Entry {
    if (this.#scratch !== null) return this.#scratch;
    const local = start();
    const entry = enter({ ...ownService, id: scratchConnection }, { ...this.#parts, local, onChanged: () => {} });
    // A later call starts it again.
    local.catch(() => {
      if (this.#scratch === entry) this.#scratch = null;
    });
    this.#scratch = entry;
    return entry;
  }

  #find(id: string): Entry {
    const { scratch } = this.#parts;
    if (id === scratchConnection && scratch !== undefined) return this.#scratchEntry(scratch);
    const entry = this.#entries.find(({ stored }) => stored.id === id);
    if (entry === undefined) throw mistaken(explain('no-such-connection'), id);
    return entry;
  }

  #findRemote(id: string): RemoteEntry {
    const entry = this.#find(id);
    if (entry.stored.address === null) throw mistaken(explain('not-with-own-service'), id);
    return entry as RemoteEntry;
  }

  async #save(): Promise<void> {
    this.#parts.onChanged();
    await this.#store.write(this.stored());
  }

  /** Stores a connection whose service now shows other data. */
  async #readAnew(entry: Entry): Promise<Connection> {
    await entry.live.reset();
    await this.#save();
    this.#parts.onCatalogueChanged(entry.stored.id);
    return recordOfEntry(entry);
  }

  /** The connection at another address; a token is only kept within its origin. */
  async #move(entry: RemoteEntry, address: string): Promise<void> {
    const { stored, live } = entry;
    const stays = new URL(stored.address).origin === new URL(address).origin;
    const token = live.session.storedToken();
    const moved = { ...stored, address, ...(stays ? {} : { signedIn: false, plainHttpAgreed: false }) };
    const fresh = enter(moved, this.#parts);
    if (stays && token !== null) fresh.live.session.signIn(token);
    this.#entries = this.#entries.map((one) => (one === entry ? fresh : one));
    await live.close();
    await this.#save();
    this.#parts.onCatalogueChanged(stored.id);
    if (!stays) await removeToken(this.#parts.vault, stored);
  }
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
