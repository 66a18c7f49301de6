import type { Limits } from '../../connector/http/limits.ts';
import type { Source } from '../../connector/source.ts';
import { placesFor } from '../../lib/app-paths.ts';
import { connectionToLocal } from './addresses/dataset-address.ts';
import { isNotFound, missingDataset, type NameAtService } from './addresses/missing-dataset.ts';
import type { AccessOptions } from './options.ts';

/**
 * Runs `act` with a service, and again from the start if the process that owned the local store ended meanwhile. What
 * is printed within `act` does not wait for other commands that use the store through this process.
 * @param connection `local`, or the address of a service
 * @param act its second argument says whether the service ends with this command
 */
export async function withSource<Result>(
  connection: string,
  choice: AccessOptions,
  act: (source: Source, endsWithCommand: boolean) => Promise<Result>,
): Promise<Result> {
  const places = placesFor(choice.data);
  const run = async (url: string, token: string | null, limits: Partial<Limits>, endsWithCommand: boolean) => {
    const { openRemoteService } = await import('../../connector/discovery/open-service.ts');
    const service = await openRemoteService(url, token, limits);
    try {
      return await act(service.source, endsWithCommand);
    } finally {
      await service.close();
    }
  };
  if (connection !== connectionToLocal) {
    const { tokenFor } = await import('./job-session.ts');
    const { waitsOf } = await import('./waits.ts');
    const token = await tokenFor(choice, places.config, connection);
    return await run(connection, token, waitsOf(choice).limits, false);
  }
  const { withStore } = await import('./with-store.ts');
  return await withStore(places.data, async ({ address, local }) => {
    const { url, token } = await address();
    return await run(url, token, {}, local !== null);
  });
}

/** As {@link withSource}, for a named dataset: if the service does not have it, the failure has the nearest names. */
export async function withDataset<Result>(
  name: NameAtService,
  choice: AccessOptions,
  act: (source: Source) => Promise<Result>,
): Promise<Result> {
  return await withSource(name.connection, choice, async (source) => {
    try {
      return await act(source);
    } catch (error) {
      throw (isNotFound(error) ? await missingDataset(source, name) : null) ?? error;
    }
  });
}
