import { Type } from 'typebox';

/** The answer to OPTIONS, in the form of Django REST framework. */
export const ResourceDescription = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    renders: Type.Array(Type.String(), { description: 'Media types of the answers.' }),
    parses: Type.Array(Type.String(), { description: 'Media types of the bodies that are read.' }),
    actions: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
        description: 'Fields by method, where the caller may write.',
      }),
    ),
  },
  { title: 'ResourceDescription' },
);
