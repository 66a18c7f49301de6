import type { TrashedRecord } from '#shared/api/records/trash.ts';
import { integerField, textField } from '../catalogue/fields.ts';
import { readWholeList } from '../catalogue/lists.ts';
import type { ServiceLayout } from '../http/layout.ts';
import type { ServiceClient } from '../http/transport/client.ts';

/** The address of the trash, at services that have one, or of something in it. */
export function trashAddress({ base }: ServiceLayout, inside = ''): URL {
  return new URL(`api/v1/trash/${inside}`, base);
}

/** What the caller can restore, what was deleted last first. */
export async function readTrash(
  client: ServiceClient,
  layout: ServiceLayout,
  signal?: AbortSignal,
): Promise<TrashedRecord[]> {
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
