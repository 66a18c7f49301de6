import { type Static, Type } from 'typebox';

/** An entry of `GET /api/`: one of the specification's "Discovery records". */
export const ApiVersionEntry = Type.Object({ url: Type.String(), name: Type.String(), number: Type.Integer() });

/** An endpoint or authentication entry of `GET /api/v1/`. */
export const DiscoveryEntry = Type.Object({ url: Type.String(), name: Type.String() });
export type DiscoveryEntry = Static<typeof DiscoveryEntry>;

/** The response to `GET /api/`. */
export const ApiVersions = Type.Object({ versions: Type.Array(ApiVersionEntry) }, { title: 'ApiVersions' });
export type ApiVersions = Static<typeof ApiVersions>;

/** The response to `GET /api/v1/`. */
export const Discovery = Type.Object(
  { authentication: Type.Array(DiscoveryEntry), endpoints: Type.Array(DiscoveryEntry) },
  { title: 'Discovery' },
);
export type Discovery = Static<typeof Discovery>;
