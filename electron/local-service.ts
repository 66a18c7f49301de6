import { DataFolderInUseError } from './service/catalogue/data-folder-lock.ts';
import { readRunningAddress } from './service/running-address.ts';
import { startService } from './service/server.ts';

/** The local service, reached for one piece of work. */
export interface ReachedService {
  readonly url: string;
  /** Ends the service where it was started for this work; one that ran already goes on. */
  readonly close: () => Promise<void>;
}

/**
 * Reaches the service of a data folder: the one that runs already (the window, or `almanac serve`), or one started on a
 * free port for the time of the work.
 */
export async function reachLocalService(dataFolder: string): Promise<ReachedService> {
  try {
    return await startService({ dataFolder });
  } catch (error) {
    const url = error instanceof DataFolderInUseError ? await readRunningAddress(dataFolder) : null;
    if (url === null) throw error;
    return { url, close: async () => {} };
  }
}
