import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Value } from 'typebox/value';
import { PublishRequest } from '#shared/rpc/jobs.ts';
import { ServiceError } from '../connector/errors.ts';
import type { Source } from '../connector/source.ts';

/** Name of the list of reference data within the folder of samples. */
export const referenceFile = 'reference.json';

/** What adds a table of reference data, without where to; its path is the name of a file beside the list. */
export type ReferenceTable = Omit<PublishRequest, 'connection'>;

/** What adds a table of reference data, and whether the service has its dataset. */
interface ReferenceRequest {
  readonly request: PublishRequest;
  readonly isPresent: boolean;
}

/**
 * What adds the reference data (country codes, states, population) to a service: one job for each dataset.
 * @param folder that of the samples
 */
export async function referenceRequests(
  folder: string,
  connection: string,
  source: Pick<Source, 'readDataset'>,
  signal?: AbortSignal,
): Promise<ReferenceRequest[]> {
  const tables: readonly ReferenceTable[] = JSON.parse(await readFile(path.join(folder, referenceFile), 'utf8'));
  const found: ReferenceRequest[] = [];
  for (const table of tables) {
    const request = Value.Parse(PublishRequest, { ...table, connection, path: path.join(folder, table.path) });
    const name = { namespace: request.namespace.slug, dataset: request.dataset.slug };
    const isPresent = await source.readDataset(name, signal).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ServiceError && error.kind === 'not-found') return false;
        throw error;
      },
    );
    found.push({ request, isPresent });
  }
  return found;
}
