import type { RestoredRecord, TrashedRecord } from '#shared/api/records/trash.ts';
import { integerField, textField } from '../catalogue/fields.ts';
import type { Layout } from '../catalogue/layout.ts';
import { readWholeList } from '../catalogue/lists.ts';
import type { ServiceClient } from '../http/transport/client.ts';
import type { Source } from '../source.ts';

/** The address of the trash, at services that have one, or of something in it. */
function trashAddress({ base }: Layout, inside = ''): URL {
  return new URL(`api/v1/trash/${inside}`, base);
}

/** What the caller can restore, what was deleted last first. */
export async function readTrash(client: ServiceClient, layout: Layout, signal?: AbortSignal): Promise<TrashedRecord[]> {
  const items = await readWholeList(client, layout, trashAddress(layout), signal);
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
export async function restoreTrashed({ layout, send }: Source, id: number): Promise<RestoredRecord> {
  const { value } = await send({ method: 'POST', address: trashAddress(layout, `${id}/restore/`) });
  const field = (name: keyof RestoredRecord) => textField(value, name);
  return { namespace: field('namespace'), dataset: field('dataset'), version: field('version') };
}

/** Deletes something in the trash for good. @param id null for everything that the caller can restore @throws {ServiceError} */
export async function emptyTrash({ layout, send }: Source, id: number | null): Promise<void> {
  await send({ method: 'DELETE', address: trashAddress(layout, id === null ? '' : `${id}/`) });
}
