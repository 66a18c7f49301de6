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

/** How the local service is asked. */
export interface LocalAddress {
  readonly url: string;
  /** A token of the desktop's own account: a user who can read the data folder has full rights on it. */
  readonly token: string;
}

/** A store, taken for one piece of work. */
export interface TakenStore {
  /** Its service where this process has the data folder; null where another has it. */
  readonly local: LocalService | null;
  /** The catalogue of the data folder, whichever process serves it. */
  readonly catalogue: LocalCatalogue;
  /** Aborted when another process has the folder and ends: what was under way there is to be done again. */
  readonly lost: AbortSignal;
  /** Where it answers; one of this process's own begins to answer when it is first asked for. */
  address(): Promise<LocalAddress>;
  /**
   * Ends the service where it was opened for this work, as soon as no other command works through it; one that ran
   * already goes on, and the token no longer works.
   */
  close(): Promise<void>;
}

/** How long the owner of a folder may take to open the store, and the folder to get an owner that answers. */
const openingTimeoutMs = 60_000;

/** Time between two attempts; chance keeps many commands from trying in step. */
const pollMs = () => 30 + 70 * Math.random();

/**
 * Takes the local service of a data folder: the one that runs already (the window, `almanac serve`, another command), or
 * one opened for the time of the work, which answers by HTTP only once it is asked for that.
 * @throws {DataFolderInUseError} when another process has the folder and does not answer.
 */
export async function takeStore(dataFolder: string): Promise<TakenStore> {
  for (const end = performance.now() + openingTimeoutMs; ; await sleep(pollMs())) {
    try {
      const options = { dataFolder, samples: null, prepareRows: false, beforeListening: closeOldCopies };
      return ownStore(await openLocalService(options, 'command'));
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
      const joined = await joinLocalService(dataFolder, openingTimeoutMs);
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

function ownStore(opened: OpenedLocalService): TakenStore {
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

/** The keychain may not be there, or ask the user; a token for the time of the work needs neither. */
function joinedStore({ url, token, lost, catalogue, leave }: JoinedLocalService): TakenStore {
  return { local: null, catalogue, lost, address: async () => ({ url, token }), close: leave };
}

/** A store whose owners end one after the other is given up after so many. */
export const maxAttempts = 20;

/** Time for the end of an owner to be noticed after a request to it has failed. */
const noticeMs = 500;

/**
 * Lets `act` work with the local service, and once more from the start where the process that had it ends meanwhile:
 * the store is then taken over, or found at its next owner. So `act` must be repeatable.
 */
export async function withStore<Result>(
  take: () => Promise<TakenStore>,
  act: (store: TakenStore) => Promise<Result>,
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

/** Whether the owner has ended; the failing of a request may be noticed before the end of the owner itself. */
export async function isLost({ local, lost }: TakenStore): Promise<boolean> {
  if (local === null && !lost.aborted) await sleep(noticeMs, undefined, { signal: lost }).catch(() => undefined);
  return lost.aborted;
}
