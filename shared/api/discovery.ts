import { type Static, Type } from 'typebox';

/** An entry of `GET /api/`: one of the specification's "Discovery records". */
export const ApiVersionEntry = Type.Object({
  url: Type.String({ description: 'Absolute address of the version.' }),
  name: Type.String({ description: 'Display name.' }),
  number: Type.Integer({ description: 'Number of the version.' }),
});

/** An endpoint or authentication entry of `GET /api/v1/`. */
export const DiscoveryEntry = Type.Object(
  {
    url: Type.String({ description: 'Absolute address.' }),
    name: Type.String({ description: 'What is found there.' }),
  },
  { title: 'DiscoveryEntry' },
);
export type DiscoveryEntry = Static<typeof DiscoveryEntry>;

/** The response to `GET /api/`. */
export const ApiVersions = Type.Object(
  { versions: Type.Array(ApiVersionEntry, { description: 'The versions of the API.' }) },
  { title: 'ApiVersions' },
);
export type ApiVersions = Static<typeof ApiVersions>;

/** The response to `GET /api/v1/`. */
export const Discovery = Type.Object(
  {
    authentication: Type.Array(DiscoveryEntry, { description: 'Pages to log in and out.' }),
    endpoints: Type.Array(DiscoveryEntry, { description: 'The endpoints, by name.' }),
  },
  { title: 'Discovery' },
);
export type Discovery = Static<typeof Discovery>;

/** The project metadata record of `GET /api/v1/meta/`. */
export const Meta = Type.Object(
  {
    __status__: Type.String({ description: 'Stage of development.' }),
    __email__: Type.String({ description: 'A contact address.' }),
    __copyright__: Type.String({ description: 'Holder of the copyright.' }),
    __version__: Type.String({ description: 'Version of the program.' }),
  },
  { title: 'Meta' },
);
export type Meta = Static<typeof Meta>;

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
