import { ApiVersions, Discovery, Meta } from '#shared/api/discovery.ts';
import { toolVersion } from '../../../lib/tool-version.ts';
import type { ServiceDeps } from '../../deps.ts';
import { type Resource, readOnly } from '../resources/resource.ts';
import resources from '../resources/resources.json' with { type: 'json' };

const everyone = async () => null;

/** `GET /api/`: the API's versions. */
export const apiVersions = readOnly(resources.apiVersions, everyone, {
  answers: { 200: ApiVersions },
  handle: async ({ links }) => ({
    kind: 'record',
    record: { versions: [{ url: links.api, name: 'Version 1', number: 1 }] } satisfies ApiVersions,
  }),
});

/** Names of the endpoints with their paths below `/api/v1/`, in the order of the specification. */
const endpoints = [
  ['datasets', 'datasets/'],
  ['datasets data versions', 'versions/'],
  ['groups', 'groups/'],
  ['meta', 'meta/'],
  ['namespaces', 'namespaces/'],
  ['token', 'auth/token/obtain/'],
  ['users', 'users/'],
  ['queries', 'queries/'],
] as const;

/** `GET /api/v1/`: the endpoints and the addresses of authentication. */
export function discovery({ sql }: Pick<ServiceDeps, 'sql'>): Resource<null> {
  return readOnly(
    {
      ...resources.discovery,
      extensions: { documents: { schema: 'schema/', docs: 'docs/' } },
    },
    everyone,
    {
      answers: { 200: Discovery },
      handle: async ({ links }) => ({
        kind: 'record',
        // Extensions of the specification are found through the link relation of RFC 8631.
        headers: {
          Link: [
            `<${links.api}schema/>; rel="service-desc"; type="application/json"`,
            `<${links.api}docs/>; rel="service-doc"; type="text/html"`,
            // A client can tell from the description whether rows can be grouped.
            `<${links.api}schema/>; rel="describedby"; title="statistics: _group_by, _aggregate, _having, _join"`,
            `<${links.api}schema/>; rel="describedby"; title="following: source/, changes/"`,
            ...(sql === 'off' ? [] : [`<${links.api}schema/>; rel="describedby"; title="recipes: sql/, recipe/"`]),
          ].join(', '),
        },
        record: {
          authentication: ['login', 'logout'].map((name) => ({ url: `${links.base}/auth/${name}/`, name })),
          endpoints: endpoints.map(([name, path]) => ({ url: links.api + path, name })),
        } satisfies Discovery,
      }),
    },
  );
}

/** `GET /api/v1/meta/`: the project metadata record. */
export const metaInstance = readOnly(resources.metaInstance, everyone, {
  answers: { 200: Meta },
  handle: async () => ({
    kind: 'record',
    record: {
      __status__: 'production',
      // The mailbox that every host has (RFC 2142).
      __email__: 'postmaster@localhost',
      __copyright__: 'Copyright 2026, The Almanac developers',
      __version__: toolVersion,
    } satisfies Meta,
  }),
});
