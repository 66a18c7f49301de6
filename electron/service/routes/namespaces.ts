import { Namespace } from '#shared/api/namespace.ts';
import { pageOf } from '#shared/api/page.ts';
import { mayRead } from '../catalogue/access.ts';
import { listNamespaces, type NamespaceEntry } from '../catalogue/namespaces.ts';
import type { Locator } from '../catalogue/readable-dataset.ts';
import type { ServiceDeps } from '../deps.ts';
import { notFound } from '../plugins/api-error.ts';
import { namespaceRecords } from '../records/gather.ts';
import { findReadableNamespace } from './find.ts';
import { pageAnswer } from './lists.ts';
import type { Resource } from './resource.ts';

/** `namespaces/`: the namespaces that the caller may see. */
export function namespaceList(deps: ServiceDeps): Resource<null> {
  const { records } = deps.catalogue;
  return {
    path: '/api/v1/namespaces/',
    name: 'Namespace List',
    description: 'The namespaces that you may see, each with its datasets.',
    tag: 'namespaces',
    find: async () => null,
    actions: {
      GET: {
        summary: 'List the namespaces',
        answers: { 200: pageOf(Namespace) },
        handle: async (exchange) => {
          const visible = (await listNamespaces(records)).filter((one) => mayRead(one, exchange.caller));
          return await pageAnswer(exchange, visible, (shown) => namespaceRecords(records, exchange, shown));
        },
      },
    },
  };
}

/** `namespaces/<namespace_slug>/`: one namespace with its datasets embedded. */
export function namespaceInstance(deps: ServiceDeps, locator: Locator): Resource<NamespaceEntry> {
  const { records } = deps.catalogue;
  return {
    path: '/api/v1/namespaces/:namespace/',
    name: 'Namespace Instance',
    description: 'A namespace with its datasets.',
    tag: 'namespaces',
    find: (exchange) => findReadableNamespace(locator, exchange),
    actions: {
      GET: {
        summary: 'Read a namespace',
        answers: { 200: Namespace },
        handle: async (exchange, namespace) => {
          const [record] = await namespaceRecords(records, exchange, [namespace]);
          if (record === undefined) throw notFound();
          return {
            kind: 'record',
            record,
            page: async () => ({ details: { kind: 'namespace', namespace: record } }),
          };
        },
      },
    },
  };
}
