import { sampleColumns } from './sample-rows.ts';
import type { Variant } from './variant.ts';

const usualVersion = '20240506070809123456';

type Json = Record<string, unknown>;

function without(record: Json, variant: Variant): Json {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !variant.leavesOut?.includes(name)));
}

/** The record of one of the two datasets: `everything`, and `nothing` which has neither columns nor rows. */
export function datasetRecord(slug: string, variant: Variant, at: (path: string) => string): Json {
  const own = `api/v1/namespaces/city/datasets/${slug}/`;
  const version = variant.version?.() ?? usualVersion;
  const full = slug === 'everything';
  return without(
    {
      id: full ? 1 : 2,
      label: full ? 'Everything' : 'Nothing',
      slug,
      namespace: at('api/v1/namespaces/city/'),
      description: '<script>alert(1)</script>',
      image: '',
      showcase_image: '',
      thumbnail_image: '',
      url: at(own),
      versions: full
        ? [
            {
              id: 1,
              dataset: at(own),
              label: version,
              slug: version,
              datetime: '2024-05-06T07:08:09.123Z',
              checksum: 'a'.repeat(64),
              metadata: '',
              ready: true,
              url: at(`${own}version/${version}/`),
            },
          ]
        : [],
      data: at(`${own}data/`),
      columns: full ? (variant.columns ?? sampleColumns) : [],
      download: at(`${own}download/`),
    },
    variant,
  );
}

export function namespaceRecord(variant: Variant, at: (path: string) => string): Json {
  return without(
    {
      id: 1,
      label: 'City',
      slug: 'city',
      description: '',
      image: '',
      showcase_image: '',
      thumbnail_image: '',
      published: true,
      url: at('api/v1/namespaces/city/'),
      allowed_groups: [{ name: 'all', id: 7 }, 'readers', 3],
      datasets: [datasetRecord('everything', variant, at), datasetRecord('nothing', variant, at)],
      new_field: { of: 'a later version' },
    },
    variant,
  );
}

export function discoveryRecord(at: (path: string) => string): Json {
  const entry = (name: string, path: string) => ({ url: at(path), name });
  return {
    authentication: [entry('login', 'auth/login/'), entry('logout', 'auth/logout/')],
    endpoints: [
      entry('datasets', 'api/v1/datasets/'),
      entry('datasets data versions', 'api/v1/versions/'),
      entry('meta', 'api/v1/meta/'),
      entry('namespaces', 'api/v1/namespaces/'),
      entry('token', 'api/v1/auth/token/obtain/'),
      entry('users', 'api/v1/users/'),
    ],
  };
}
