import { type Static, Type } from 'typebox';
import type { Immutable } from '../../immutable.ts';
import { flag, record, text } from '../../schema-parts.ts';
import { Column } from '../column.ts';
import { confirmPrivateInputs, description, label, recordNumber, slug } from '../fields.ts';
import { Version } from './version.ts';

/** A dataset record: the specification's "Dataset", with its order of fields. */
export const Dataset = record('Dataset', {
  id: recordNumber,
  label: text('Display name.'),
  slug: text('Path identifier.'),
  namespace: text('Absolute address of the owning namespace.'),
  description: text('May be empty.'),
  image: text('May be empty.'),
  showcase_image: text('May be empty or a short media path.'),
  thumbnail_image: text('May be empty or a short media path.'),
  url: text('Absolute address of the dataset.'),
  versions: Type.Array(Version, { description: 'Newest first; may be empty.' }),
  data: text("Absolute address of the dataset's rows."),
  columns: Type.Array(Column, { description: 'Empty for a dataset that has no data yet.' }),
  download: text('Absolute address of the download.'),
  hidden: Type.Optional(flag('An extension: true if only those who may write see the dataset; missing otherwise.')),
});
export type Dataset = Immutable<Static<typeof Dataset>>;

/** What can be written of a column, which is identified by its name. */
export const ColumnWrite = record('ColumnWrite', {
  name: text('Name of the column.'),
  label: Type.Optional(label),
  description: Type.Optional(description),
});
export type ColumnWrite = Static<typeof ColumnWrite>;

export const DatasetWrite = record('DatasetWrite', {
  label,
  slug,
  description: Type.Optional(description),
  image: Type.Optional(text('Empty to remove it, its present path to keep it; a new one comes as a file of a form.')),
  columns: Type.Optional(Type.Array(ColumnWrite, { description: 'Columns to change; the others stay as they are.' })),
  hidden: Type.Optional(flag('An extension: whether only those who may write see the dataset. Unchanged if missing.')),
  confirm_private_inputs: confirmPrivateInputs,
});
export type DatasetWrite = Static<typeof DatasetWrite>;
