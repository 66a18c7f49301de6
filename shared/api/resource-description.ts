import { Type } from 'typebox';

/** The response to OPTIONS, in the form of Django REST framework. */
export const ResourceDescription = Type.Object(
  {
    name: Type.String({ description: 'Display name of the resource.' }),
    description: Type.String({ description: 'What the resource is.' }),
    renders: Type.Array(Type.String(), { description: 'Media types of the responses.' }),
    parses: Type.Array(Type.String(), { description: 'Media types of the accepted bodies.' }),
    actions: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
        description: 'Fields by method, if the caller may write.',
      }),
    ),
  },
  { title: 'ResourceDescription' },
);
