import { type Static, Type } from 'typebox';
import { recordNumber } from '../fields.ts';

/** Days for which something deleted can be restored. */
export const trashDays = 30;

const names = {
  namespace: Type.String({ description: 'Slug of the namespace.' }),
  dataset: Type.String({ description: 'Slug of the dataset; empty for a namespace.' }),
  version: Type.String({ description: 'Slug of the version; empty for a namespace or a dataset.' }),
};

/** Something that was deleted and can be restored (`trash/`, an extension). */
export const TrashedRecord = Type.Object(
  {
    id: recordNumber,
    ...names,
    label: Type.String({ description: 'Label of the namespace, or of the dataset.' }),
    deleted: Type.String({ description: 'When it was deleted; ISO 8601.' }),
    expires: Type.String({ description: 'When it will be deleted for good; ISO 8601.' }),
    versions: Type.Integer({ minimum: 0, description: 'Number of versions in it.' }),
    bytes: Type.Integer({ minimum: 0, description: 'Size of their stored files.' }),
    url: Type.String({ description: 'Absolute address of this record.' }),
  },
  { title: 'TrashedRecord' },
);
export type TrashedRecord = Static<typeof TrashedRecord>;

/** Where something is after it was restored: under another slug if its own was taken meanwhile. */
export const RestoredRecord = Type.Object(names, { title: 'RestoredRecord' });
export type RestoredRecord = Static<typeof RestoredRecord>;
