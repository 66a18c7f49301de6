import { setTimeout as sleep } from 'node:timers/promises';
import { closeCopies } from './close-copies.ts';
import { openKeychain } from './keychain.ts';
import { operatorToken } from './operator-token.ts';
import { lendOperatorToken } from './service/accounts/operator.ts';
import { DataFolderInUseError } from './service/catalogue/data-folder-lock.ts';
import { openCatalogue, type Records } from './service/catalogue/open-catalogue.ts';
import type { ServiceDeps } from './service/deps.ts';
import { onAddressWished, readRunningAddress, wishForAddress, withdrawWish } from './service/running-address.ts';
import { type OpenedService, openService, type RunningService } from './service/server.ts';

/** How the local service is asked. */
export interface LocalAddress {
  readonly url: string;
  /** A token of the desktop's own account: whoever may read the data folder may do everything with it. */
  readonly token: string;
}

/** The local service, taken for one piece of work. */
export interface LocalService {
  /** Its parts where this process has the data folder; null where another has it. */
  readonly deps: ServiceDeps | null;
  /** The catalogue of its data folder, whichever process serves it. */
  readonly records: Records;
  /** Where it answers; one of this process's own begins to answer when it is first asked for. */
  address(): Promise<LocalAddress>;
  /** Ends the service where it was opened for this work; one that ran already goes on, and forgets the token. */
  close(): Promise<void>;
}

/** Milliseconds that whoever has the data folder may take until it answers, and between two looks whether it does. */
const patience = 10_000;
const look = 50;

/**
 * Takes the local service of a data folder: the one that runs already (the window, `almanac serve`, another command), or
 * one opened for the time of the work, which answers by HTTP only once it is asked for that.
 * @throws {DataFolderInUseError} when another process has the folder and tells no address.
 */
export async function takeLocalService(dataFolder: string): Promise<LocalService> {
  for (const end = performance.now() + patience; ; await sleep(look)) {
    try {
      return ownService(
        await openService({ dataFolder, samples: null, prepareRows: false, beforeListening: closeOldCopies }),
      );
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
      const url = await readRunningAddress(dataFolder);
      if (url !== null) {
        await withdrawWish(dataFolder).catch(() => undefined);
        return await othersService(dataFolder, url);
      }
      if (performance.now() > end) throw error;
      await wishForAddress(dataFolder).catch(() => undefined);
    }
  }
}

function closeOldCopies(deps: ServiceDeps): Promise<void> {
  return closeCopies(deps, (message, copies) => process.stderr.write(`${message} ${copies.join(', ')}\n`));
}

function ownService(opened: OpenedService): LocalService {
  let running: Promise<RunningService> | null = null;
  let address: Promise<LocalAddress> | null = null;
  const listen = () => {
    running ??= opened.listen();
    return running;
  };
  const notLooking = onAddressWished(opened.dataFolder, () => {
    // Told to whoever asks for the address within this process; the other one goes on waiting.
    listen().catch(() => undefined);
  });
  return {
    deps: opened.deps,
    records: opened.deps.catalogue.records,
    address() {
      address ??= listen().then(async (service) => ({
        url: service.url,
        token: await operatorToken(service, openKeychain()),
      }));
      return address;
    },
    async close() {
      notLooking();
      await running?.catch(() => undefined);
      await opened.close();
    },
  };
}

/** The keychain may not be there, or ask the person; a token for the time of the work needs neither. */
async function othersService(dataFolder: string, url: string): Promise<LocalService> {
  const catalogue = await openCatalogue(dataFolder);
  try {
    const { token, giveBack } = await lendOperatorToken(catalogue.records, new Date());
    const close = async () => {
      await giveBack();
      await catalogue.close();
    };
    return { deps: null, records: catalogue.records, address: async () => ({ url, token }), close };
  } catch (error) {
    await catalogue.close();
    throw error;
  }
}
