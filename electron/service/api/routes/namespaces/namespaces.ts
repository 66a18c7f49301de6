import { pageOf } from '#shared/api/page.ts';
import { Namespace, NamespaceWrite } from '#shared/api/records/namespace.ts';
import { mayRead, mayWrite } from '../../../catalogue/access/access.ts';
import { type NamespaceEntry, namespaceEntries } from '../../../catalogue/records/namespaces.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { notFound } from '../../plugins/api-error.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import { namespaceRecords } from '../../records/gather.ts';
import { listAnswer, listParameters } from '../../resources/lists.ts';
import { type Answer, type Resource, rewriting } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import { ownFields } from '../datasets/select-items.ts';
import { findReadableNamespace } from './find.ts';
import {
  deletionParameters,
  dropNamespace,
  makeNamespace,
  namespaceForms,
  newNamespaceForm,
  provisionalParameter,
  readDeletion,
  rewriteNamespace,
} from './namespace-writing.ts';

/** `namespaces/`: the namespaces that the caller may see. */
export function namespaceList(deps: ServiceDeps): Resource<null> {
  const { records } = deps.catalogue;
  return {
    ...resources.namespaceList,
    find: async () => null,
    mayWrite: ({ caller }) => caller !== null,
    actions: {
      GET: {
        parameters: listParameters,
        answers: { 200: pageOf(Namespace) },
        handle: async (exchange) => {
          const visible = (await namespaceEntries(records)).filter((one) => mayRead(one, exchange.caller));
          return await listAnswer(exchange, {
            items: visible,
            fields: ownFields('id', 'label', 'slug', 'description', 'published'),
            others: ['image', 'showcase_image', 'thumbnail_image', 'url', 'allowed_groups', 'datasets'],
            show: (shown) => namespaceRecords(records, exchange, shown),
            forms: async () => (exchange.caller === null ? [] : [await newNamespaceForm(deps, exchange)]),
          });
        },
      },
      POST: {
        parameters: [provisionalParameter],
        body: NamespaceWrite,
        answers: { 201: Namespace },
        failures: [415],
        handle: async (exchange, _, body) => {
          const made = await makeNamespace(deps, exchange, body);
          const [record] = await namespaceRecords(records, exchange, [made]);
          return { kind: 'record', status: 201, record, headers: { Location: exchange.links.namespace(made.slug) } };
        },
      },
    },
  };
}

/** `namespaces/<namespace_slug>/`: one namespace with its datasets embedded. */
export function namespaceInstance(deps: ServiceDeps): Resource<NamespaceEntry> {
  return {
    ...resources.namespaceInstance,
    find: (exchange) => findReadableNamespace(deps.locator, exchange),
    mayWrite: ({ caller }, namespace) => mayWrite(namespace, caller),
    actions: {
      GET: {
        answers: { 200: Namespace },
        handle: (exchange, namespace) => namespaceAnswer(deps, exchange, namespace),
      },
      ...rewriting(NamespaceWrite, Namespace, (exchange, namespace: NamespaceEntry, body, isWhole) =>
        rewriteNamespace(deps, exchange, namespace, body, isWhole),
      ),
      DELETE: {
        parameters: deletionParameters,
        answers: { 204: null },
        failures: [409],
        handle: (exchange, namespace) => dropNamespace(deps, namespace, readDeletion(exchange)),
      },
    },
  };
}

async function namespaceAnswer(deps: ServiceDeps, exchange: Exchange, namespace: NamespaceEntry): Promise<Answer> {
  const [record] = await namespaceRecords(deps.catalogue.records, exchange, [namespace]);
  if (record === undefined) throw notFound();
  return {
    kind: 'record',
    record,
    page: async () => ({
      details: { kind: 'namespace', namespace: record },
      forms: mayWrite(namespace, exchange.caller) ? await namespaceForms(deps, exchange, namespace) : [],
    }),
  };
}
