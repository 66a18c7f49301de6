import type { RestoredRecord, TrashedRecord } from '#shared/api/records/trash.ts';
import { integerField, readWholeList, textField } from '../catalogue/fields.ts';
import type { ServiceLayout } from '../http/layout.ts';
import { offers, type ServiceApi } from '../service-api.ts';

/** The address of the trash, at services that have one, or of something in it. */
function trashAddress({ base }: ServiceLayout, inside = ''): URL {
  return new URL(`api/v1/trash/${inside}`, base);
}

/** What the caller can restore, what was deleted last first; null if the service keeps nothing. */
export async function readTrash(api: ServiceApi, signal?: AbortSignal): Promise<TrashedRecord[] | null> {
  if (!(await offers(api, 'trash'))) return null;
  const items = await readWholeList(api, trashAddress(api.layout), signal);
  return items.map((item) => ({
    id: integerField(item, 'id'),
    namespace: textField(item, 'namespace'),
    dataset: textField(item, 'dataset'),
    version: textField(item, 'version'),
    label: textField(item, 'label'),
    deleted: textField(item, 'deleted'),
    expires: textField(item, 'expires'),
    versions: integerField(item, 'versions'),
    bytes: integerField(item, 'bytes'),
    url: textField(item, 'url'),
  }));
}

/** Restores something from the trash. @returns where it is now @throws {ServiceError} */
export async function restoreTrashed({ layout, client }: ServiceApi, id: number): Promise<RestoredRecord> {
  const { value } = await client.send({ method: 'POST', address: trashAddress(layout, `${id}/restore/`) });
  const field = (name: keyof RestoredRecord) => textField(value, name);
  return { namespace: field('namespace'), dataset: field('dataset'), version: field('version') };
}

/** Deletes something in the trash for good. @param id null for everything that the caller can restore @throws {ServiceError} */
export async function emptyTrash({ layout, client }: ServiceApi, id: number | null): Promise<void> {
  await client.send({ method: 'DELETE', address: trashAddress(layout, id === null ? '' : `${id}/`) });
}
