import { type Static, Type } from 'typebox';
import type { Immutable } from '../../immutable.ts';
import { flag, record, text } from '../../schema-parts.ts';
import { confirmPrivateInputs, description, label, recordNumber, slug } from '../fields.ts';
import { Dataset } from './dataset.ts';

const published = flag('Whether everyone may read it; otherwise only its groups and staff.');

/** A namespace record: the specification's "Namespace", with its order of fields. */
export const Namespace = record('Namespace', {
  id: recordNumber,
  label: text('Display name.'),
  slug: text('Path identifier.'),
  description: text('May be empty.'),
  image: text('Relative path of the uploaded image.'),
  showcase_image: text('Path of a derived image.'),
  thumbnail_image: text('Path of a derived image.'),
  published,
  url: text('Absolute address of the namespace.'),
  allowed_groups: Type.Array(Type.String(), { description: 'Absolute addresses of groups; may be empty.' }),
  datasets: Type.Array(Dataset, { description: 'All datasets of the namespace, embedded.' }),
});
export type Namespace = Immutable<Static<typeof Namespace>>;

export const NamespaceWrite = record('NamespaceWrite', {
  label,
  slug,
  description: Type.Optional(description),
  image: Type.Optional(text('Empty to remove it, its present path to keep it; a new one comes as a file of a form.')),
  published: Type.Optional(published),
  allowed_groups: Type.Optional(Type.Array(Type.String(), { description: 'Absolute addresses of groups.' })),
  confirm_private_inputs: confirmPrivateInputs,
});
export type NamespaceWrite = Static<typeof NamespaceWrite>;
