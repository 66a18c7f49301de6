import type { RestoredRecord } from '#shared/api/records/trash.ts';
import { textField } from '../catalogue/fields.ts';
import type { Source } from '../source.ts';
import { trashAddress } from './list-trash.ts';

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
