import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that can hold back pages, and records requests. */
export interface GatedProxy {
  readonly address: string;
  /** Pages of rows that an export requested and that were let through, by the position of their first row, sorted. */
  pages(): number[];
  /**
   * Holds back the pages that start at a row or after it; resolves once one is held. Several are requested
   * concurrently, in no fixed order, so that earlier ones may still be on their way.
   */
  holdFrom(row: number): Promise<void>;
  /** Lets everything through again. Held requests are answered if their clients are still connected. */
  open(): void;
  close(): Promise<void>;
}

/** Rows per request of an export; the grid requests far fewer. */
const minExportBytes = 1_000;

/** The position of the first row of a page that an export requests; null for anything else. */
function exportedFrom(path: string): number | null {
  const { pathname, searchParams } = new URL(path, 'http://proxy');
  const requested = pathname.endsWith('/data/') && Number(searchParams.get('limit')) >= minExportBytes;
  return requested ? Number(searchParams.get('offset') ?? 0) : null;
}

/** Listens on its own port in front of a service on this computer. */
export async function openGatedProxy(service: string): Promise<GatedProxy> {
  const pages: number[] = [];
  let firstHeld = Number.POSITIVE_INFINITY;
  let onHeld = () => {};
  let release = () => {};
  let gate = Promise.resolve();
  const server: Server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const from = exportedFrom(path);
    const held = from !== null && from >= firstHeld;
    if (from !== null && !held) pages.push(from);
    if (held) onHeld();
    void (held ? gate : Promise.resolve()).then(() => {
      const { hostname, port } = new URL(service);
      const options = { hostname, port, path, method: incoming.method, headers: incoming.headers };
      const onward = request(options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      // A client that has disconnected must not keep the service waiting.
      outgoing.on('close', () => onward.destroy());
      if (outgoing.destroyed) onward.destroy();
      incoming.pipe(onward);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    pages: () => [...pages].sort((one, other) => one - other),
    holdFrom(row) {
      firstHeld = row;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return new Promise((resolve) => {
        onHeld = resolve;
      });
    },
    open() {
      firstHeld = Number.POSITIVE_INFINITY;
      release();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
