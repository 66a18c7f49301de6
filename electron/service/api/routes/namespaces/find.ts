import { existsFor, mayRead, mayWrite } from '../../../catalogue/access/access.ts';
import type { NamespaceEntry } from '../../../catalogue/records/namespaces.ts';
import type { LocatedDataset, Locator } from '../../../catalogue/records/readable-dataset.ts';
import { denied, notFound } from '../../plugins/api-error.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import { type Action, type Resource, readOnly } from '../../resources/resource.ts';

/**
 * The namespace at an address; a provisional one exists only for users who may write.
 * @throws {ApiError} 404; 401 or 403 if the caller may not read it
 */
export async function findReadableNamespace(locator: Locator, exchange: Exchange): Promise<NamespaceEntry> {
  const namespace = await locator.namespace(exchange.path.namespace ?? '');
  if (namespace === null) throw notFound();
  if (!mayRead(namespace, exchange.caller)) throw denied(exchange.caller);
  if (namespace.provisional && !mayWrite(namespace, exchange.caller)) throw notFound();
  return namespace;
}

/**
 * The dataset at an address; a hidden or provisional one exists only for users who may write.
 * @throws {ApiError} 404; 401 or 403 if the caller may not read it
 */
export async function findReadableDataset(locator: Locator, exchange: Exchange): Promise<LocatedDataset> {
  const located = await locator.dataset(exchange.path.namespace ?? '', exchange.path.dataset ?? '');
  if (located === null) throw notFound();
  if (!mayRead(located.namespace, exchange.caller)) throw denied(exchange.caller);
  if (!existsFor(located.dataset, located.namespace, exchange.caller)) throw notFound();
  return located;
}

/** A resource of a dataset that can only be read, by those who may read the dataset. */
export function readOnlyDataset(
  about: Parameters<typeof readOnly<LocatedDataset>>[0],
  locator: Locator,
  read: Action<LocatedDataset>,
): Resource<LocatedDataset> {
  return readOnly(about, (exchange) => findReadableDataset(locator, exchange), read);
}
