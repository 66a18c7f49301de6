import { type Static, Type } from 'typebox';
import { Column } from './column.ts';
import { Version } from './version.ts';

/** A dataset record, as the specification's "Dataset"; the order of the fields is the specification's. */
export const Dataset = Type.Object(
  {
    id: Type.Integer(),
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
  },
  { title: 'Dataset' },
);
export type Dataset = Static<typeof Dataset>;
