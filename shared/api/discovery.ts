import { type Static, Type } from 'typebox';
import { record, text } from '../schema-parts.ts';

/** An entry of `GET /api/`: one of the specification's "Discovery records". */
export const ApiVersionEntry = Type.Object({
  url: text('Absolute address of the version.'),
  name: text('Display name.'),
  number: Type.Integer({ description: 'Number of the version.' }),
});

/** An endpoint or authentication entry of `GET /api/v1/`. */
export const DiscoveryEntry = record('DiscoveryEntry', {
  url: text('Absolute address.'),
  name: text('What is found there.'),
});
export type DiscoveryEntry = Static<typeof DiscoveryEntry>;

/** The response to `GET /api/`. */
export const ApiVersions = record('ApiVersions', {
  versions: Type.Array(ApiVersionEntry, { description: 'The versions of the API.' }),
});
export type ApiVersions = Static<typeof ApiVersions>;

/** The response to `GET /api/v1/`. */
export const Discovery = record('Discovery', {
  authentication: Type.Array(DiscoveryEntry, { description: 'Pages to log in and out.' }),
  endpoints: Type.Array(DiscoveryEntry, { description: 'The endpoints, by name.' }),
});
export type Discovery = Static<typeof Discovery>;

/** The project metadata record of `GET /api/v1/meta/`. */
export const Meta = record('Meta', {
  __status__: text('Stage of development.'),
  __email__: text('A contact address.'),
  __copyright__: text('Holder of the copyright.'),
  __version__: text('Version of the program.'),
});
export type Meta = Static<typeof Meta>;

/** The response to OPTIONS, in the form of Django REST framework. */
export const ResourceDescription = record('ResourceDescription', {
  name: text('Display name of the resource.'),
  description: text('What the resource is.'),
  renders: Type.Array(Type.String(), { description: 'Media types of the responses.' }),
  parses: Type.Array(Type.String(), { description: 'Media types of the accepted bodies.' }),
  actions: Type.Optional(
    Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description: 'Fields by method, if the caller may write.',
    }),
  ),
});
