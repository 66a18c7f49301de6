import { openKeychain } from './keychain.ts';
import { operatorToken } from './operator-token.ts';
import { lendOperatorToken } from './service/accounts/operator.ts';
import { DataFolderInUseError } from './service/catalogue/data-folder-lock.ts';
import { openCatalogue } from './service/catalogue/open-catalogue.ts';
import type { ServiceDeps } from './service/deps.ts';
import { readRunningAddress } from './service/running-address.ts';
import { startService } from './service/server.ts';

/** The local service, reached for one piece of work. */
export interface ReachedService {
  readonly url: string;
  /** Its parts where it was started for this work; null where another process has it. */
  readonly deps: ServiceDeps | null;
  /** A token of the desktop's own account: whoever may read the data folder may do everything with it. */
  readonly token: string;
  /** Ends the service where it was started for this work; one that ran already goes on, and forgets the token. */
  readonly close: () => Promise<void>;
}

/**
 * Reaches the service of a data folder: the one that runs already (the window, or `almanac serve`), or one started on a
 * free port for the time of the work.
 * @throws {DataFolderInUseError} when another process has the folder and tells no address.
 */
export async function reachLocalService(dataFolder: string): Promise<ReachedService> {
  try {
    const service = await startService({ dataFolder, samples: null, prepareRows: false });
    const token = await operatorToken(service, openKeychain()).catch(async (error: unknown) => {
      await service.close();
      throw error;
    });
    return { url: service.url, deps: service.deps, token, close: service.close };
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    const url = await readRunningAddress(dataFolder);
    if (url === null) throw error;
    return { url, deps: null, ...(await borrowToken(dataFolder)) };
  }
}

/** The keychain may not be there, or ask the person; a token for the time of the work needs neither. */
async function borrowToken(dataFolder: string): Promise<Pick<ReachedService, 'token' | 'close'>> {
  const catalogue = await openCatalogue(dataFolder);
  try {
    const { token, giveBack } = await lendOperatorToken(catalogue.records, new Date());
    const close = async () => {
      await giveBack();
      await catalogue.close();
    };
    return { token, close };
  } catch (error) {
    await catalogue.close();
    throw error;
  }
}
