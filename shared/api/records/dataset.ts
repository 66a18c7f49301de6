import { type Static, Type } from 'typebox';
import type { Immutable } from '../../immutable.ts';
import { Column } from '../column.ts';
import { confirmPrivateInputs, description, label, recordNumber, slug } from '../fields.ts';
import { Version } from './version.ts';

/** A dataset record: the specification's "Dataset", with its order of fields. */
export const Dataset = Type.Object(
  {
    id: recordNumber,
    label: Type.String({ description: 'Display name.' }),
    slug: Type.String({ description: 'Path identifier.' }),
    namespace: Type.String({ description: 'Absolute address of the owning namespace.' }),
    description: Type.String({ description: 'May be empty.' }),
    image: Type.String({ description: 'May be empty.' }),
    showcase_image: Type.String({ description: 'May be empty or a short media path.' }),
    thumbnail_image: Type.String({ description: 'May be empty or a short media path.' }),
    url: Type.String({ description: 'Absolute address of the dataset.' }),
    versions: Type.Array(Version, { description: 'Newest first; may be empty.' }),
    data: Type.String({ description: "Absolute address of the dataset's rows." }),
    columns: Type.Array(Column, { description: 'Empty for a dataset that has no data yet.' }),
    download: Type.String({ description: 'Absolute address of the download.' }),
    hidden: Type.Optional(
      Type.Boolean({
        description: 'An extension: true if only those who may write see the dataset; missing otherwise.',
      }),
    ),
  },
  { title: 'Dataset' },
);
export type Dataset = Immutable<Static<typeof Dataset>>;

/** What can be written of a column, which is identified by its name. */
export const ColumnWrite = Type.Object(
  {
    name: Type.String({ description: 'Name of the column.' }),
    label: Type.Optional(label),
    description: Type.Optional(description),
  },
  { title: 'ColumnWrite' },
);
export type ColumnWrite = Static<typeof ColumnWrite>;

export const DatasetWrite = Type.Object(
  {
    label,
    slug,
    description: Type.Optional(description),
    image: Type.Optional(
      Type.String({
        description: 'Empty to remove it, its present path to keep it; a new one comes as a file of a form.',
      }),
    ),
    columns: Type.Optional(Type.Array(ColumnWrite, { description: 'Columns to change; the others stay as they are.' })),
    hidden: Type.Optional(
      Type.Boolean({
        description: 'An extension: whether only those who may write see the dataset. Unchanged if missing.',
      }),
    ),
    confirm_private_inputs: confirmPrivateInputs,
  },
  { title: 'DatasetWrite' },
);
export type DatasetWrite = Static<typeof DatasetWrite>;
