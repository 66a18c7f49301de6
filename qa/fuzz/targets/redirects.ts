import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '../../../electron/connector/errors.ts';
import { openClient, type ServiceClient } from '../../../electron/connector/http/transport/client.ts';
import { type FuzzTarget, textOf, unlessNamed } from '../fuzz-target.ts';

/** A request as a server received it. */
interface Received {
  readonly isHome: boolean;
  readonly token: string | undefined;
}

const token = 'a-token-that-stays-at-home';

/** Servers on two ports of this computer, which are two origins: every path is the rest of a chain of redirects. */
class Chain {
  received: Received[] = [];
  readonly #servers: Server[] = [];
  readonly #ports: number[] = [];
  #client: ServiceClient | null = null;

  async client(): Promise<ServiceClient> {
    if (this.#client !== null) return this.#client;
    for (let at = 0; at < 2; at += 1) {
      const server = createServer((request, response) => {
        const isHome = at === 0;
        this.received.push({ isHome, token: request.headers.authorization });
        const rest = (URL.parse(request.url ?? '/', 'http://a')?.pathname ?? '/').slice(1);
        const location = this.#locationOf(rest, isHome);
        if (location !== null) response.writeHead(statusOf(rest), { location });
        response.end('{"count":0,"results":[]}');
      });
      this.#servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      this.#ports.push((server.address() as AddressInfo).port);
    }
    const limits = { attempts: 1, wholeMs: 5_000 };
    this.#client = openClient(this.home, { token: () => token, plainHttpAgreed: () => true }, limits);
    return this.#client;
  }

  get home(): URL {
    return this.#origin(0);
  }

  get other(): URL {
    return this.#origin(1);
  }

  #origin(at: number): URL {
    return new URL(`http://127.0.0.1:${this.#ports[at]}/`);
  }

  /** Each letter is one redirect: home, the other server, to a relative address; anything else ends the chain. */
  #locationOf(rest: string, isHome: boolean): string | null {
    const after = rest.slice(1);
    if (rest.startsWith('h')) return `${this.home}${after}`;
    if (rest.startsWith('o')) return `${this.#origin(1)}${after}`;
    if (rest.startsWith('r')) return `/${after}`;
    if (rest.startsWith('n')) return `//${this.#origin(isHome ? 1 : 0).host}/${after}`;
    if (rest.startsWith('u')) return `${this.#origin(1)}`.replace('//', '//127.0.0.1:80@') + after;
    return null;
  }

  async close(): Promise<void> {
    await this.#client?.close();
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
}

const statuses = [301, 302, 303, 307, 308];
const statusOf = (rest: string) => statuses[rest.length % statuses.length] ?? 302;

const chain = new Chain();

/** Chains of redirects between two origins, from either: only the first requests to the service's own get the token. */
export const redirects: FuzzTarget = {
  seeds: () => ['', 'r', 'rr', 'o', 'oh', 'no', 'ron', 'hhhhhhh', 'u', 'x', 'xh'].map((text) => Buffer.from(text)),
  words: ['h', 'o', 'r', 'n', 'u', 'x', 'oh', 'rr'],
  async run(bytes) {
    const client = await chain.client();
    chain.received = [];
    const text = textOf(bytes.subarray(0, 40)).replaceAll(/[^a-z/]/g, 'r');
    // As the address of a next page would.
    const start = text.startsWith('x') ? URL.parse(text.slice(1), chain.other.href) : URL.parse(text, chain.home.href);
    // Not an address, so no page can have it.
    if (start === null) return;
    await client.getJson(start).catch((error) => unlessNamed(error, ServiceError));
    let hasLeft = false;
    for (const { isHome, token: received } of chain.received) {
      hasLeft ||= !isHome;
      assert.equal(received, hasLeft ? undefined : `Token ${token}`, text);
    }
  },
  close: () => chain.close(),
};
