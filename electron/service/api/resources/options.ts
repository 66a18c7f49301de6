import type { TSchema } from 'typebox';
import { given } from '#shared/given.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { type Action, type Resource, renderingsOf, type Verb } from './resource.ts';

/** The media types that the unsafe methods accept. */
export const parses = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

interface FieldSchema {
  readonly type?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
}

/** The response to OPTIONS: a description of the resource, and what the caller may write. */
export async function describeOptions<Target>(resource: Resource<Target>, exchange: Exchange): Promise<object> {
  const actions = await describeActions(resource, exchange);
  return {
    name: resource.name,
    description: resource.description,
    renders: renderingsOf(resource).map((rendering) => rendering.mediaType),
    parses: resource.parses ?? parses,
    ...(Object.keys(actions).length === 0 ? {} : { actions }),
    ...given({ extensions: resource.extensions }),
  };
}

async function describeActions<Target>(resource: Resource<Target>, exchange: Exchange): Promise<object> {
  const described: Partial<Record<Verb, object>> = {};
  if (!(await mayWriteHere(resource, exchange))) return described;
  for (const verb of ['POST', 'PUT'] as const) {
    const action = resource.actions[verb];
    if (action?.body !== undefined) described[verb] = describeFields(action);
  }
  return described;
}

async function mayWriteHere<Target>(resource: Resource<Target>, exchange: Exchange): Promise<boolean> {
  if (resource.open === true) return true;
  if (resource.mayWrite === undefined) return false;
  try {
    return resource.mayWrite(exchange, await resource.find(exchange));
  } catch {
    // The description of an address is available even if its object is missing or forbidden.
    return false;
  }
}

function describeFields<Target>(action: Action<Target>): object {
  const written = action.body?.properties ?? {};
  const required = new Set<string>((action.body?.required as string[] | undefined) ?? []);
  const answer = Object.values(action.answers).find((schema) => schema !== null);
  const read = (answer as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
  const names = new Set([...Object.keys(read), ...Object.keys(written)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const own = written[name] as FieldSchema | undefined;
      const schema = own ?? (read[name] as FieldSchema | undefined) ?? {};
      const field = {
        type: typeName(schema),
        required: required.has(name),
        read_only: own === undefined,
        label: labelOf(name),
        ...(own?.maxLength === undefined ? {} : { max_length: own.maxLength }),
      };
      return [name, field];
    }),
  );
}

function typeName(schema: FieldSchema): string {
  if (schema.type === 'string' && schema.pattern !== undefined) return 'slug';
  return schema.type === undefined || schema.type === 'array' || schema.type === 'object' ? 'field' : schema.type;
}

/** A field's name as a label: `allowed_groups` is "Allowed groups". */
export function labelOf(name: string): string {
  if (name === 'id') return 'ID';
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
