import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, lstat, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { ExplanationSchema } from '#shared/failures/schemas.ts';
import { parseAs } from '#shared/parse-as.ts';
import { readAs } from '../lib/read-as.ts';
import { StoreProblemError } from './catalogue/database/store-problem.ts';

/** The owner of a store: a service that runs until it is stopped, or a command that ends with its work. */
export type OwnerKind = 'service' | 'command';

const Note = Type.Object({
  /** Path of the socket (a named pipe on Windows) that the owner listens on. */
  socket: Type.String(),
  kind: Type.Union([Type.Literal('service'), Type.Literal('command')]),
});

const Reply = Type.Object({ url: Type.String(), token: Type.String() });
type Reply = Static<typeof Reply>;

/** Reason why the owner cannot serve another process. */
const Refusal = Type.Object({ problem: ExplanationSchema });

/** Access for a process that works through the owner of a store, until `release`. */
export interface Admission extends Reply {
  release(): Promise<void>;
}

/** The owner's side: other processes of the same user work through it. */
export interface SharedStore {
  /**
   * Waits until no other process works through this one, at most `timeoutMs`, and admits none from then on. A process
   * that remains loses its admission, and takes over the store as soon as it is free.
   */
  close(timeoutMs: number): Promise<void>;
}

const noteIn = (dataFolder: string) => path.join(dataFolder, 'service.address');
const temporaryPrefix = path.join(tmpdir(), 'almanac-socket-');

/** Maximum length in bytes of a Unix domain socket's path on every system (macOS: 104 with the final zero). */
const maxSocketPathBytes = 100;

/**
 * Lets other processes of the same user work through this one, which holds the store's lock. Each connects to a socket
 * in the data folder and receives the address of the service, with a token of its own; the connection stays open as
 * long as it works. So this process knows when no other uses it, and the others notice immediately when this one ends.
 * @param admit called for each process that connects; its token is revoked when the connection ends
 */
export async function shareStore(
  dataFolder: string,
  kind: OwnerKind,
  admit: () => Promise<Admission>,
): Promise<SharedStore> {
  await removeLeftSocket(dataFolder);
  const guests = new Set<Socket>();
  const releases = new Set<Promise<void>>();
  let left = () => {};
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    guests.add(socket);
    const released = receive(socket, admit).finally(() => {
      guests.delete(socket);
      releases.delete(released);
      left();
    });
    releases.add(released);
  });
  const socket = await listenSomewhere(server, dataFolder);
  try {
    await writeNote(dataFolder, { socket, kind });
  } catch (error) {
    // A socket that listens keeps its process from ending.
    server.close();
    await removeSocket(socket);
    throw error;
  }
  return {
    async close(timeoutMs) {
      if (guests.size > 0) await untilLeft(timeoutMs);
      server.close();
      await rm(noteIn(dataFolder), { force: true });
      for (const guest of guests) guest.destroy();
      await Promise.allSettled(releases);
      await removeSocket(socket);
    },
  };

  async function untilLeft(timeoutMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = Number.isFinite(timeoutMs) ? setTimeout(resolve, timeoutMs) : undefined;
      left = () => {
        if (guests.size > 0) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Sends the address of the service to one process, and waits until it disconnects. */
async function receive(socket: Socket, admit: () => Promise<Admission>): Promise<void> {
  // A killed process resets the connection, which is handled like its end.
  socket.on('error', () => undefined);
  const disconnected = new Promise<void>((resolve) => socket.once('end', resolve).once('close', () => resolve()));
  socket.resume();
  try {
    const { url, token, release } = await admit();
    try {
      socket.write(`${JSON.stringify({ url, token })}\n`);
      await disconnected;
    } finally {
      await release();
    }
    socket.end();
  } catch (error) {
    if (error instanceof StoreProblemError) socket.end(`${JSON.stringify({ problem: error.reason })}\n`);
    // The other side sees the connection end without a response, and tries again.
    else socket.destroy();
  }
}

/** Listens in the data folder, or in the temporary one if its path is too long or its file system has no sockets. */
async function listenSomewhere(server: Server, dataFolder: string): Promise<string> {
  if (process.platform === 'win32')
    return await listen(server, `\\\\.\\pipe\\almanac-${randomBytes(16).toString('hex')}`);
  const inside = path.join(dataFolder, 'service.socket');
  if (Buffer.byteLength(inside) <= maxSocketPathBytes) {
    try {
      return await listen(server, inside);
    } catch {
      await rm(inside, { force: true });
    }
  }
  return await listen(server, path.join(await mkdtemp(temporaryPrefix), 'socket'));
}

async function listen(server: Server, socket: string): Promise<string> {
  server.listen(socket);
  await once(server, 'listening');
  try {
    if (process.platform !== 'win32') await chmod(socket, 0o600);
  } catch (error) {
    server.close();
    throw error;
  }
  return socket;
}

async function removeSocket(socket: string): Promise<void> {
  if (process.platform === 'win32') return;
  await rm(socket, { force: true });
  if (socket.startsWith(temporaryPrefix)) await rm(path.dirname(socket), { recursive: true, force: true });
}

/** Removes the files of a killed owner. Only for the process that holds the lock. */
async function removeLeftSocket(dataFolder: string): Promise<void> {
  const note = await readNote(dataFolder);
  await rm(noteIn(dataFolder), { force: true });
  if (note !== null && path.basename(note.socket) === 'socket') await removeSocket(note.socket);
  await rm(path.join(dataFolder, 'service.socket'), { force: true });
}

async function writeNote(dataFolder: string, note: Static<typeof Note>): Promise<void> {
  const part = `${noteIn(dataFolder)}.part`;
  await writeFile(part, JSON.stringify(note), { mode: 0o600 });
  await rename(part, noteIn(dataFolder));
}

const readNote = (dataFolder: string) => readAs(Note, noteIn(dataFolder));

/** The recorded owner of a store; null if there is none yet. Only meaningful while the lock is held. */
export async function ownerKind(dataFolder: string): Promise<OwnerKind | null> {
  return (await readNote(dataFolder))?.kind ?? null;
}

/**
 * Whether the folder of a socket belongs to the owner of the store: the system empties the temporary folder when it
 * starts, and another user who has seen the name there before could listen at it.
 */
async function isOfOwner(socket: string, dataFolder: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  const [found, store] = await Promise.all([lstat(path.dirname(socket)).catch(() => null), stat(dataFolder)]);
  return found?.uid === store.uid;
}

/** Admission to the service of another process. */
export interface Membership extends Reply {
  /** Aborted as soon as the owner ends, or stops serving this process. */
  readonly lost: AbortSignal;
  /** Revokes the token; resolves when it is no longer valid. */
  leave(): Promise<void>;
}

/** How long leaving waits for the owner to confirm it. */
const leaveTimeoutMs = 2_000;

/**
 * Asks the owner of a store for admission; waits while the owner is opening the store.
 * @returns null if no owner responds: it has just ended, or does not listen yet
 * @throws {StoreProblemError} if the owner cannot serve this process
 */
export async function joinStore(dataFolder: string, timeoutMs: number): Promise<Membership | null> {
  const note = await readNote(dataFolder);
  if (note === null || !(await isOfOwner(note.socket, dataFolder))) return null;
  const socket = connect(note.socket);
  const ended = new AbortController();
  socket.on('error', () => undefined);
  socket.once('close', () => ended.abort());
  const reply = await readReply(socket, timeoutMs);
  if (reply === null || 'problem' in reply) {
    socket.destroy();
    if (reply === null) return null;
    throw new StoreProblemError(reply.problem, null);
  }
  const lost = new AbortController();
  const onEnd = () => lost.abort(new Error('The Almanac process that holds the store has ended.'));
  if (ended.signal.aborted) onEnd();
  else ended.signal.addEventListener('abort', onEnd);
  return {
    ...reply,
    lost: lost.signal,
    async leave() {
      ended.signal.removeEventListener('abort', onEnd);
      if (socket.closed) return;
      const timer = setTimeout(() => socket.destroy(), leaveTimeoutMs);
      socket.end();
      if (!socket.closed) await once(socket, 'close');
      clearTimeout(timer);
    },
  };
}

/** The owner's line; null if the connection ends before it is complete. */
async function readReply(socket: Socket, timeoutMs: number): Promise<Reply | Static<typeof Refusal> | null> {
  return await new Promise((resolve) => {
    let text = '';
    const finish = (reply: Reply | Static<typeof Refusal> | null) => {
      clearTimeout(timer);
      socket.off('data', onData);
      // The end is only noticed while the stream flows.
      socket.resume();
      resolve(reply);
    };
    const onData = (piece: Buffer) => {
      text += piece.toString('utf8');
      if (text.includes('\n')) finish(parseAs(Reply, text) ?? parseAs(Refusal, text));
    };
    const timer = setTimeout(() => finish(null), timeoutMs);
    socket.on('data', onData);
    socket.once('close', () => finish(null));
  });
}
