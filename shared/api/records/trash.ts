import type { Static } from 'typebox';
import { count, record, text } from '../../schema-parts.ts';
import { recordNumber } from '../fields.ts';

/** Days for which something deleted can be restored. */
export const trashDays = 30;

const names = {
  namespace: text('Slug of the namespace.'),
  dataset: text('Slug of the dataset; empty for a namespace.'),
  version: text('Slug of the version; empty for a namespace or a dataset.'),
};

/** Something that was deleted and can be restored (`trash/`, an extension). */
export const TrashedRecord = record('TrashedRecord', {
  id: recordNumber,
  ...names,
  label: text('Label of the namespace, or of the dataset.'),
  deleted: text('When it was deleted; ISO 8601.'),
  expires: text('When it will be deleted for good; ISO 8601.'),
  versions: count('Number of versions in it.'),
  bytes: count('Size of their stored files.'),
  url: text('Absolute address of this record.'),
});
export type TrashedRecord = Static<typeof TrashedRecord>;

/** Where something is after it was restored: under another slug if its own was taken meanwhile. */
export const RestoredRecord = record('RestoredRecord', names);
export type RestoredRecord = Static<typeof RestoredRecord>;
