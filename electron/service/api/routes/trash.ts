import { pageOf } from '#shared/api/page.ts';
import { RestoredRecord, TrashedRecord } from '#shared/api/records/trash.ts';
import { mayWrite } from '../../catalogue/access/access.ts';
import { HomeInTrashError, listTrash, restoreFromTrash, type TrashEntry } from '../../catalogue/records/trash.ts';
import type { ServiceDeps } from '../../deps.ts';
import { expiryOf, purgeTrash } from '../../operations/empty-trash.ts';
import { deleteForm } from '../pages/forms.ts';
import { notFound, refusal } from '../plugins/api-error.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { listAnswer, listParameters } from '../resources/lists.ts';
import type { Resource } from '../resources/resource.ts';
import resources from '../resources/resources.json' with { type: 'json' };
import { ownFields } from './datasets/select-items.ts';

function recordOf({ links }: Exchange, { ownerId: _, ...entry }: TrashEntry): TrashedRecord {
  return { ...entry, expires: expiryOf(entry), url: `${links.api}trash/${entry.id}/` };
}

/** The entries that the caller may restore: their own; for staff, all. */
async function trashOf({ catalogue }: ServiceDeps, { caller }: Exchange): Promise<TrashEntry[]> {
  const entries = await listTrash(catalogue.records);
  return entries.filter(({ ownerId }) => mayWrite({ published: false, ownerId, allowedGroups: [] }, caller));
}

/** Finds an entry of the trash; entries of others do not exist for the caller. */
async function findEntry(deps: ServiceDeps, exchange: Exchange): Promise<TrashEntry> {
  const entry = (await trashOf(deps, exchange)).find(({ id }) => String(id) === exchange.path.id);
  if (entry === undefined && exchange.caller !== null) throw notFound();
  return entry ?? nobodys;
}

/** The entry that anonymous callers find, and may neither read nor write. */
const nobodys: TrashEntry = {
  id: 0,
  namespace: '',
  dataset: '',
  version: '',
  label: '',
  deleted: new Date(0).toISOString(),
  ownerId: null,
  versions: 0,
  bytes: 0,
};

const isSignedIn = ({ caller }: Exchange) => caller !== null;

/** `trash/` (an extension): what was deleted and can be restored. */
export function trashList(deps: ServiceDeps): Resource<null> {
  return {
    ...resources.trashList,
    find: async () => null,
    mayRead: isSignedIn,
    mayWrite: isSignedIn,
    actions: {
      GET: {
        parameters: listParameters,
        answers: { 200: pageOf(TrashedRecord) },
        handle: async (exchange) =>
          await listAnswer(exchange, {
            items: (await trashOf(deps, exchange)).map((entry) => recordOf(exchange, entry)),
            fields: ownFields(
              'id',
              'namespace',
              'dataset',
              'version',
              'label',
              'deleted',
              'expires',
              'versions',
              'bytes',
            ),
            others: ['url'],
            show: async (shown) => shown,
          }),
      },
      DELETE: {
        answers: { 204: null },
        handle: async (exchange) => {
          const entries = await trashOf(deps, exchange);
          await purgeTrash(
            deps,
            entries.map(({ id }) => id),
          );
          return { kind: 'empty', status: 204 };
        },
      },
    },
  };
}

/** `trash/<id>/` (an extension): something that was deleted. */
export function trashInstance(deps: ServiceDeps): Resource<TrashEntry> {
  return {
    ...resources.trashInstance,
    find: (exchange) => findEntry(deps, exchange),
    mayRead: isSignedIn,
    mayWrite: isSignedIn,
    actions: {
      GET: {
        answers: { 200: TrashedRecord },
        handle: async (exchange, entry) => {
          const record = recordOf(exchange, entry);
          return { kind: 'record', record, page: async () => ({ forms: [deleteForm(record.url, 'deleted record')] }) };
        },
      },
      DELETE: {
        answers: { 204: null },
        handle: async (_, { id }) => {
          await purgeTrash(deps, [id]);
          return { kind: 'empty', status: 204 };
        },
      },
    },
  };
}

/** `trash/<id>/restore/` (an extension): `POST` restores it. */
export function trashRestore(deps: ServiceDeps): Resource<TrashEntry> {
  return {
    ...resources.trashRestore,
    find: (exchange) => findEntry(deps, exchange),
    mayRead: isSignedIn,
    mayWrite: isSignedIn,
    actions: {
      POST: {
        answers: { 200: RestoredRecord },
        failures: [409],
        handle: async (_, { id }) => {
          const record = await restoreFromTrash(deps.catalogue.records, id).catch((error: unknown) => {
            throw error instanceof HomeInTrashError ? refusal(409, error.message) : error;
          });
          if (record === null) throw notFound();
          deps.announce();
          return { kind: 'record', record };
        },
      },
    },
  };
}
