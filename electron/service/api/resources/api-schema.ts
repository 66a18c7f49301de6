import { Type } from 'typebox';
import { describeApi } from '../openapi/describe-api.ts';
import type { DescribedResource } from '../openapi/described-resource.ts';
import type { Resource } from './resource.ts';

/**
 * `/api/v1/schema/` (an extension): the OpenAPI document.
 * @param resources all registered resources, read at the first request
 */
export function apiSchema(resources: readonly DescribedResource[]): Resource<null> {
  return {
    path: '/api/v1/schema/',
    name: 'Schema',
    description: 'The OpenAPI document of this service.',
    tag: 'discovery',
    find: async () => null,
    actions: {
      GET: {
        summary: 'Read the OpenAPI document',
        answers: { 200: Type.Record(Type.String(), Type.Unknown()) },
        handle: async ({ links }) => ({
          kind: 'json',
          json: Buffer.from(JSON.stringify(describeApi(resources, links.base)), 'utf8'),
        }),
      },
    },
  };
}
