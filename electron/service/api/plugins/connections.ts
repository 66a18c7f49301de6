import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, and which of them are idle. */
export type ClientConnections = ReturnType<typeof trackConnections>;

/** Tracks connections: the server's own list omits those that never sent a request, and is scanned for idle ones. */
export function trackConnections(server: Server) {
  /** Number of requests in progress on each connection. */
  const open = new Map<Socket, number>();
  let closing = false;
  server.on('connection', (socket) => {
    if (closing) {
      socket.destroy();
      return;
    }
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    open.set(socket, (open.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (open.get(socket) ?? 1) - 1;
      if (open.has(socket)) open.set(socket, left);
      if (closing && left === 0) socket.destroySoon();
    });
  });
  return {
    /** Closes idle connections, even with half a request, and the others after their response; refuses new ones. */
    closeIdle(): void {
      closing = true;
      for (const [socket, requests] of open) if (requests === 0) socket.destroy();
    },
  };
}
