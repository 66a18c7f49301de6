import { localConnection } from '../job-session.ts';
import { CommandFailure } from '../run.ts';

/** A parsed dataset address. */
export interface NamedDataset {
  /** `local`, or the address of a service. */
  readonly connection: string;
  readonly namespace: string;
  readonly dataset: string;
  /** Slug of the version if the address names one. */
  readonly version: string | null;
  /** Parameters of the address: filters, ordering and the like. */
  readonly parameters: readonly (readonly [string, string])[];
}

// super-linear: only for what the user of the command has typed.
const datasetPath = /^(.*?)\/?api\/v1\/namespaces\/([^/]+)\/datasets\/([^/]+)(?:\/(?:version\/([^/]+))?.*)?$/;

/**
 * Parses `NAMESPACE/DATASET`, for the local service or that of `service`, or the address of a dataset, of its rows or
 * of one of its versions.
 * @throws {CommandFailure} for anything else
 */
export function readDatasetAddress(text: string, service?: string): NamedDataset {
  if (/^https?:\/\//i.test(text)) {
    const url = new URL(text);
    const match = datasetPath.exec(url.pathname);
    if (match !== null) {
      const [, base = '', namespace = '', dataset = '', version] = match;
      return {
        connection: `${url.origin}${base}/`,
        namespace: decodeURIComponent(namespace),
        dataset: decodeURIComponent(dataset),
        version: version ?? null,
        parameters: [...url.searchParams],
      };
    }
    throw new CommandFailure(`"${text}" is not the address of a dataset (…/api/v1/namespaces/…/datasets/…/).`);
  }
  const names = /^([^/\s]+)\/([^/\s]+)\/?$/.exec(text);
  if (names === null) throw new CommandFailure(`"${text}" is neither NAMESPACE/DATASET nor the address of a dataset.`);
  const [, namespace = '', dataset = ''] = names;
  return { connection: service ?? localConnection, namespace, dataset, version: null, parameters: [] };
}
