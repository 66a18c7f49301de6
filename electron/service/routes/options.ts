import type { Exchange } from '../plugins/exchange.ts';
import { usualRenderings } from '../plugins/negotiation.ts';
import type { Resource } from './resource.ts';

/** The kinds of body that the writing methods read. */
export const parses = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** The answer to OPTIONS: what the resource is. */
export async function describeOptions<Target>(resource: Resource<Target>, _exchange: Exchange): Promise<object> {
  return {
    name: resource.name,
    description: resource.description,
    renders: (resource.renderings ?? usualRenderings).map((rendering) => rendering.mediaType),
    parses,
  };
}
