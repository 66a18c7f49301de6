import { existsFor, mayRead, mayWrite } from '../../../catalogue/access/access.ts';
import type { NamespaceEntry } from '../../../catalogue/records/namespaces.ts';
import type { LocatedDataset, Locator } from '../../../catalogue/records/readable-dataset.ts';
import { denied, notFound } from '../../plugins/api-error.ts';
import type { Exchange } from '../../plugins/exchange.ts';

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
