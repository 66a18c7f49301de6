import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a service of this computer, at an address that stays the same whether the way is open or not. */
export interface Door {
  readonly address: string;
  /** Refuses connections, and cuts those that exist. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/** Opens a door in front of a service. */
export async function openDoor(service: string): Promise<Door> {
  const { hostname, port } = new URL(service);
  const sockets = new Set<Socket>();
  const forward = (incoming: Socket) => {
    const onward = connect(Number(port), hostname);
    for (const [from, to] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  };
  const listen = async (at: number): Promise<Server> => {
    const server = createServer(forward);
    await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
    return server;
  };
  let server = await listen(0);
  const own = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${own.port}/`,
    async shut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async open() {
      server = await listen(own.port);
    },
  };
}
