import { setTimeout as sleep } from 'node:timers/promises';
import { englishText } from '#shared/english/english-text.ts';
import { explain } from '#shared/failures.ts';
import {
  DataFolderInUseError,
  type JoinedLocalService,
  joinLocalService,
  type LocalCatalogue,
  type LocalService,
  type OpenedLocalService,
  openLocalService,
} from '../service/local-service.ts';
import { closeCopies } from './close-copies.ts';
import { openKeychain } from './keychain.ts';
import { operatorToken } from './operator-token.ts';

/** How to reach the local service. */
export interface LocalAddress {
  readonly url: string;
  /** A token of the desktop's own account: a user who can read the data folder has full rights on it. */
  readonly token: string;
}

/** A store, open for one piece of work. */
export interface AcquiredStore {
  /** The service of the store if this process owns the data folder; null if another process does. */
  readonly local: LocalService | null;
  /** The catalogue of the data folder, whichever process serves it. */
  readonly catalogue: LocalCatalogue;
  /** Aborted when the process that owns the folder ends: unfinished work must be repeated. */
  readonly lost: AbortSignal;
  /** The address of the service; one of this process starts answering over HTTP when this is first called. */
  address(): Promise<LocalAddress>;
  /**
   * Ends the service if it was opened for this work, as soon as no other command uses it; revokes the token otherwise.
   */
  close(): Promise<void>;
}

/** Time limit for the owner of a folder to open the store, and for a new owner to answer. */
const openTimeoutMs = 60_000;

/** Time between two attempts, random so that many commands do not retry in lockstep. */
const pollMs = () => 30 + 70 * Math.random();

/**
 * Joins the running local service of a data folder (the window, `almanac serve`, another command), or opens one for
 * this work, which answers over HTTP only on demand.
 * @throws {DataFolderInUseError} if another process owns the folder and does not answer
 */
export async function acquireStore(dataFolder: string): Promise<AcquiredStore> {
  for (const end = performance.now() + openTimeoutMs; ; await sleep(pollMs())) {
    try {
      const options = { dataFolder, samples: null, prepareRows: false, beforeListening: closeOldCopies };
      return ownStore(await openLocalService(options, 'command'));
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
      const joined = await joinLocalService(dataFolder, openTimeoutMs);
      if (joined !== null) return joinedStore(joined);
      if (performance.now() > end) throw error;
    }
  }
}

function closeOldCopies(local: LocalService): Promise<void> {
  return closeCopies(local, (copies) => {
    process.stderr.write(`${englishText(explain('copies-closed'))} ${copies.join(', ')}\n`);
  });
}

function ownStore(opened: OpenedLocalService): AcquiredStore {
  let address: Promise<LocalAddress> | null = null;
  return {
    local: opened.operations,
    catalogue: opened.operations,
    lost: new AbortController().signal,
    address() {
      address ??= opened.listen().then(async (service) => ({
        url: service.url,
        token: await operatorToken(service, openKeychain()),
      }));
      return address;
    },
    close: () => opened.close(),
  };
}

/** The keychain may be missing or ask the user; a temporary token needs neither. */
function joinedStore({ url, token, lost, catalogue, leave }: JoinedLocalService): AcquiredStore {
  return { local: null, catalogue, lost, address: async () => ({ url, token }), close: leave };
}

/** Give up on a store whose owners keep ending. */
export const maxAttempts = 20;

/** How long the end of an owner may go unnoticed after a request to it has failed. */
const noticeMs = 500;

/**
 * Runs `act` with the local service, and again from the start if the process that owned it ends meanwhile: the store is
 * then taken over, or found at its next owner. So `act` must be repeatable.
 */
export async function withStore<Result>(
  take: () => Promise<AcquiredStore>,
  act: (store: AcquiredStore) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const service = await take();
    try {
      return await act(service);
    } catch (error) {
      if (!(await isLost(service)) || attempt >= maxAttempts) throw error;
    } finally {
      await service.close();
    }
  }
}

/** Whether the owner has ended; a request may fail before that is noticed. */
export async function isLost({ local, lost }: AcquiredStore): Promise<boolean> {
  if (local === null && !lost.aborted) await sleep(noticeMs, undefined, { signal: lost }).catch(() => undefined);
  return lost.aborted;
}
