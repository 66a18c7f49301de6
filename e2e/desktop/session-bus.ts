import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { type BusMessage, BusWriter, field, readMessage, writeMessage } from './bus-message.ts';

/** A connection to the session's bus. */
export interface SessionBus {
  /** Receives every incoming message. */
  onMessage(listener: (message: BusMessage) => void): void;
  send(message: Omit<BusMessage, 'serial'>): void;
  /** Acquires a name, so that messages to it arrive here. */
  own(name: string): Promise<void>;
  close(): Promise<void>;
}

const busName = 'org.freedesktop.DBus';

/** The socket path of the bus, from its address in the environment. */
function placeOfBus(): string {
  const [, form, place] = /unix:(path|abstract)=([^,;]+)/.exec(process.env.DBUS_SESSION_BUS_ADDRESS ?? '') ?? [];
  if (place === undefined) throw new Error('There is no session bus: run these tests with `npm run e2e`');
  return form === 'abstract' ? `\0${place}` : place;
}

/** Authenticates (SASL EXTERNAL: the bus gets the user of the socket from the system) and begins. */
async function introduce(socket: Socket): Promise<void> {
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.toString('latin1').startsWith('OK')) throw new Error(`The session bus refused: ${answer}`);
  socket.write('BEGIN\r\n');
}

/** Joins the session's bus. */
export async function openSessionBus(): Promise<SessionBus> {
  const socket = createConnection(placeOfBus());
  await introduce(socket);
  const listeners = new Set<(message: BusMessage) => void>();
  let serial = 0;
  let come: Buffer = Buffer.alloc(0);
  socket.on('data', (piece: Buffer) => {
    come = Buffer.concat([come, piece]);
    for (let read = readMessage(come); read !== null; read = readMessage(come)) {
      come = come.subarray(read.length);
      for (const listener of listeners) listener(read.message);
    }
  });
  const send = (message: Omit<BusMessage, 'serial'>): number => {
    serial += 1;
    socket.write(writeMessage({ ...message, serial }));
    return serial;
  };
  const ask = (member: string, signature: string, body: Buffer): Promise<void> => {
    const fields = new Map<number, string | number>([
      [field.path, '/org/freedesktop/DBus'],
      [field.interface, busName],
      [field.member, member],
      [field.destination, busName],
    ]);
    if (signature !== '') fields.set(field.signature, signature);
    return new Promise((resolve) => {
      const requested = send({ kind: 'call', fields, body });
      const receive = ({ fields: received }: BusMessage) => {
        if (received.get(field.replySerial) !== requested) return;
        listeners.delete(receive);
        resolve();
      };
      listeners.add(receive);
    });
  };
  await ask('Hello', '', Buffer.alloc(0));
  return {
    onMessage: (listener) => void listeners.add(listener),
    send,
    own: (name) => ask('RequestName', 'su', new BusWriter().text(name).number(0).done()),
    async close() {
      socket.end();
      if (!socket.closed) await once(socket, 'close');
    },
  };
}
