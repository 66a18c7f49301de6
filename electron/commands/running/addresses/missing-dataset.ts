import { listNamespaces } from '../../../connector/catalogue/catalogue.ts';
import type { Source } from '../../../connector/source.ts';
import { nearestNames } from '../../../lib/nearest-names.ts';
import { CommandFailure } from '../run.ts';

/** A namespace with its datasets, as far as their names go. */
interface Named {
  readonly slug: string;
  readonly datasets: readonly { readonly slug: string }[];
}

/** A namespace, or a dataset of it, at the local service or another. */
export interface NameAtService {
  /** `local`, or the address of a service. */
  readonly connection: string;
  readonly namespace: string;
  readonly dataset: string | null;
}

const maxListed = 5;

/** A large service takes a request for every dataset, and names are only a help. */
const listTimeoutMs = 5_000;

/**
 * Explains that a service has no namespace or dataset of a name, with the names most like it.
 * @param all what the service has; null if that is not known
 */
export function missingName(
  all: readonly Named[] | null,
  { connection, namespace, dataset }: NameAtService,
): CommandFailure {
  const place =
    connection === 'local' ? 'The local service' : URL.canParse(connection) ? new URL(connection).host : connection;
  const what = dataset === null ? `namespace ${namespace}` : `dataset ${namespace}/${dataset}`;
  const visible = connection === 'local' ? '' : ', or shows it only after signing in';
  if (all === null) return new CommandFailure(`${place} has no ${what}${visible}.`, 'not-found');
  const found = all.find(({ slug }) => slug === namespace);
  const siblings = dataset === null ? null : (found?.datasets.map(({ slug }) => slug) ?? null);
  const near = siblings === null ? [] : nearestNames(dataset ?? '', siblings).map((slug) => `${namespace}/${slug}`);
  const namespaces = all.map(({ slug }) => slug);
  const full = all.flatMap(({ slug, datasets }) => datasets.map((one) => `${slug}/${one.slug}`));
  const others =
    dataset === null
      ? nearestNames(namespace, namespaces)
      : nearestNames(`${namespace}/${dataset}`, full).filter((name) => !near.includes(name));
  const meant = [...near, ...others].slice(0, 3);
  const advice =
    meant.length > 0
      ? `Did you mean ${meant.join(' or ')}?`
      : siblings !== null && siblings.length > 0
        ? `${namespace} has ${listed(siblings)}.`
        : namespaces.length > 0
          ? `Its namespaces: ${listed(namespaces)}.`
          : 'It has no namespaces.';
  const service =
    dataset === null && connection === 'local'
      ? ' The address of another service starts with https:// or http://.'
      : '';
  return new CommandFailure(`${place} has no ${what}${visible}. ${advice}${service}`, 'not-found');
}

function listed(names: readonly string[]): string {
  return names.length <= maxListed ? names.join(', ') : `${names.slice(0, maxListed).join(', ')} …`;
}

/** As {@link missingName}, if the service really does not have the dataset; null if something else is missing. */
export async function missingDataset(source: Source, name: NameAtService): Promise<CommandFailure | null> {
  const signal = name.connection === 'local' ? undefined : AbortSignal.timeout(listTimeoutMs);
  const all = await listNamespaces(source, signal, () => {}).catch(() => null);
  if (all === null) return missingName(null, name);
  const found = all.find(({ slug }) => slug === name.namespace)?.datasets.some(({ slug }) => slug === name.dataset);
  return found === true ? null : missingName(all, name);
}

/** Whether a failure is that a service or the local store does not have what was requested. */
export function isNotFound(error: unknown): boolean {
  // By its kind, and not its class: the classes load half of the program.
  return error instanceof Error && 'kind' in error && error.kind === 'not-found';
}
