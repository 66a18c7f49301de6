import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { PublishRequest } from '#shared/rpc/jobs.ts';
import { FileColumnOptions } from '#shared/rpc/source-file.ts';
import { ServiceError } from '../connector/errors.ts';
import type { Source } from '../connector/source.ts';

/** Name of the list of reference data within the folder of samples. */
export const referenceFile = 'reference.json';

/** The namespace that holds reference data. */
const namespace = { slug: 'reference', label: 'Reference' } as const;

const ReferenceDataset = Type.Object({
  slug: Type.String({ minLength: 1 }),
  label: Type.String({ minLength: 1 }),
  description: Type.String(),
  /** Name of its CSV file in the same folder. */
  file: Type.String({ minLength: 1 }),
  licence: Type.String({ minLength: 1 }),
  /** Where the data come from, in words and with an address. */
  source: Type.String({ minLength: 1 }),
  columns: Type.Array(FileColumnOptions),
});
export type ReferenceDataset = Static<typeof ReferenceDataset>;

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
  const text = await readFile(path.join(folder, referenceFile), 'utf8');
  const all = Value.Parse(Type.Array(ReferenceDataset), JSON.parse(text));
  const found: ReferenceRequest[] = [];
  for (const { slug, label, description, file, licence, source: origin, columns } of all) {
    const isPresent = await source.readDataset({ namespace: namespace.slug, dataset: slug }, signal).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ServiceError && error.kind === 'not-found') return false;
        throw error;
      },
    );
    const request: PublishRequest = {
      kind: 'publish',
      connection,
      path: path.join(folder, file),
      // NA is Namibia.
      options: { format: 'csv', columns, missing: [] },
      namespace: { slug: namespace.slug, create: { label: namespace.label, published: true, allowedGroups: [] } },
      dataset: { slug, create: { label, description } },
      provenance: { source: origin, contact: '' },
      mode: 'replace',
      rejects: null,
      licence,
    };
    found.push({ request, isPresent });
  }
  return found;
}
