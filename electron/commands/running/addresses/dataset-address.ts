import { isSlug } from '#shared/file-name.ts';
import { UsageFailure } from '../run.ts';

export const connectionToLocal = 'local';

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

/** What `ls` lists. */
export interface ListedPlace {
  /** `local`, or the address of a service. */
  readonly connection: string;
  /** Slug of a namespace; null for all of them. */
  readonly namespace: string | null;
  readonly dataset: string | null;
}

/**
 * Parses `NAMESPACE` or `NAMESPACE/DATASET`, for the local service or that of `service`, or the address of a service.
 */
export function readListedPlace(text: string | undefined, service: string | undefined): ListedPlace {
  const connection = service ?? connectionToLocal;
  if (text === undefined) return { connection, namespace: null, dataset: null };
  const [namespace = '', dataset, ...rest] = text.replace(/\/$/, '').split('/');
  const isName = rest.length === 0 && isSlug(namespace) && (dataset === undefined || isSlug(dataset));
  if (isName) return { connection, namespace, dataset: dataset ?? null };
  if (service === undefined) return { connection: text, namespace: null, dataset: null };
  throw new UsageFailure(`"${text}" is neither NAMESPACE nor NAMESPACE/DATASET of ${service}.`);
}

/**
 * Parses `NAMESPACE/DATASET`, for the local service or that of `service`, or the address of a dataset, of its rows or
 * of one of its versions.
 * @throws {UsageFailure} for anything else
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
    throw new UsageFailure(`"${text}" is not the address of a dataset (…/api/v1/namespaces/…/datasets/…/).`);
  }
  const [namespace = '', dataset = '', ...rest] = text.replace(/\/$/, '').split('/');
  if (rest.length > 0 || !isSlug(namespace) || !isSlug(dataset))
    throw new UsageFailure(
      `"${text}" is neither NAMESPACE/DATASET, both of up to 100 letters, digits, - and _, nor the address of a dataset.`,
    );
  return { connection: service ?? connectionToLocal, namespace, dataset, version: null, parameters: [] };
}
