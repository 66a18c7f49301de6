import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to a service that can be closed in the middle, and that knows what was asked on it. */
export interface GatedProxy {
  readonly address: string;
  /** What was asked for rows, in order; the part of the address behind the host. */
  readonly pages: readonly string[];
  /** Lets so many pages of rows through and holds every one after; resolves once one is held. */
  holdAfter(pages: number): Promise<void>;
  /** Lets everything through again. What was held is answered by whoever still listens. */
  open(): void;
  close(): Promise<void>;
}

function isPage(path: string): boolean {
  return /\/data\/\?/.test(path) && !/[?&]limit=1(&|$)/.test(path);
}

/** Stands on a port of its own before a service on this computer. */
export async function openGatedProxy(service: string): Promise<GatedProxy> {
  const pages: string[] = [];
  let left = Number.POSITIVE_INFINITY;
  let onHeld = () => {};
  let release = () => {};
  let gate = Promise.resolve();
  const server: Server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const held = isPage(path) && left <= 0;
    if (isPage(path)) {
      left -= 1;
      if (!held) pages.push(path);
    }
    if (held) onHeld();
    void (held ? gate : Promise.resolve()).then(() => {
      const { hostname, port } = new URL(service);
      const options = { hostname, port, path, method: incoming.method, headers: incoming.headers };
      const onward = request(options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      // Whoever no longer listens must not keep the service waiting for its answer to be taken.
      outgoing.on('close', () => onward.destroy());
      if (outgoing.destroyed) onward.destroy();
      incoming.pipe(onward);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    pages,
    holdAfter(count) {
      left = count;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return new Promise((resolve) => {
        onHeld = resolve;
      });
    },
    open() {
      left = Number.POSITIVE_INFINITY;
      release();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
