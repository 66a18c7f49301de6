import type { Source } from '../../connector/source.ts';
import { neverAborted } from '../../lib/never-aborted.ts';
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
  const { JobSession } = await import('./job-session.ts');
  const session = new JobSession(choice);
  try {
    return await session.repeat(neverAborted, () =>
      session.deps.withService(connection, ({ source, local }) => act(source, local !== null)),
    );
  } finally {
    await session.close();
  }
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
