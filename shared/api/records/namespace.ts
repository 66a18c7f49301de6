import { type Static, Type } from 'typebox';
import type { Immutable } from '../../immutable.ts';
import { confirmPrivateInputs, description, label, recordNumber, slug } from '../fields.ts';
import { Dataset } from './dataset.ts';

const published = Type.Boolean({ description: 'Whether everyone may read it; otherwise only its groups and staff.' });

/** A namespace record: the specification's "Namespace", with its order of fields. */
export const Namespace = Type.Object(
  {
    id: recordNumber,
    label: Type.String({ description: 'Display name.' }),
    slug: Type.String({ description: 'Path identifier.' }),
    description: Type.String({ description: 'May be empty.' }),
    image: Type.String({ description: 'Relative path of the uploaded image.' }),
    showcase_image: Type.String({ description: 'Path of a derived image.' }),
    thumbnail_image: Type.String({ description: 'Path of a derived image.' }),
    published,
    url: Type.String({ description: 'Absolute address of the namespace.' }),
    allowed_groups: Type.Array(Type.String(), { description: 'Absolute addresses of groups; may be empty.' }),
    datasets: Type.Array(Dataset, { description: 'All datasets of the namespace, embedded.' }),
  },
  { title: 'Namespace' },
);
export type Namespace = Immutable<Static<typeof Namespace>>;

export const NamespaceWrite = Type.Object(
  {
    label,
    slug,
    description: Type.Optional(description),
    image: Type.Optional(
      Type.String({
        description: 'Empty to remove it, its present path to keep it; a new one comes as a file of a form.',
      }),
    ),
    published: Type.Optional(published),
    allowed_groups: Type.Optional(Type.Array(Type.String(), { description: 'Absolute addresses of groups.' })),
    confirm_private_inputs: confirmPrivateInputs,
  },
  { title: 'NamespaceWrite' },
);
export type NamespaceWrite = Static<typeof NamespaceWrite>;
