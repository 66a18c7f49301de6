import { isOfKind } from '#shared/english/explained-error.ts';
import { type Exact, isRecord, member } from '../../lib/exact-json.ts';
import type { ServiceLayout } from '../http/layout.ts';
import type { ServiceClient } from '../http/transport/client.ts';
import type { Extra, ServiceApi } from '../service-api.ts';

/** Where an API description shows each extension: a path, and a form field or parameter that it accepts. */
const places: Readonly<Record<Extra, { readonly path: RegExp; readonly field?: string; readonly parameter?: string }>> =
  {
    outline: { path: /\/datasets\/\{\w+\}\/outline\/$/ },
    profile: { path: /\/datasets\/\{\w+\}\/profile\/$/ },
    'profile-progress': { path: /\/datasets\/\{\w+\}\/profile\/progress\/$/ },
    diff: { path: /\/version\/\{\w+\}\/diff\/$/ },
    'dataset-with-file': { path: /\/namespaces\/\{\w+\}\/datasets\/$/, field: 'file' },
    progress: { path: /\/datasets\/\{\w+\}\/data\/progress\/$/ },
    provenance: { path: /\/datasets\/\{\w+\}\/provenance\/$/ },
    recipe: { path: /\/datasets\/\{\w+\}\/recipe\/$/ },
    sql: { path: /\/sql\/$/ },
    trash: { path: /\/trash\/\{\w+\}\/restore\/$/ },
    statistics: { path: /\/datasets\/\{\w+\}\/data\/$/, parameter: '_group_by' },
    window: { path: /\/app\/$/ },
    codes: { path: /\/datasets\/\{\w+\}\/columns\/$/ },
    collation: { path: /\/datasets\/\{\w+\}\/data\/$/, parameter: '_collation' },
  };

/** Failures that say nothing about what the service offers. */
const temporary = ['aborted', 'offline', 'proxy', 'timeout', 'throttled', 'server-error'] as const;

/**
 * Reads from a service's API description which extensions it offers, so that no unknown address is requested. Read once
 * for all callers; one of them cancelling does not cancel it for the others.
 */
export function openExtras(client: ServiceClient, layout: ServiceLayout): ServiceApi['extras'] {
  let known: Promise<ReadonlySet<Extra>> | null = null;
  return () => {
    if (known !== null) return known;
    const reading = readExtras(client, layout);
    known = reading;
    reading.catch(() => {
      if (known === reading) known = null;
    });
    return reading;
  };
}

async function readExtras(client: ServiceClient, layout: ServiceLayout): Promise<ReadonlySet<Extra>> {
  try {
    const { value } = await client.getJson(new URL('api/v1/schema/', layout.base));
    const described = member(value, 'paths');
    const paths = isRecord(described) ? Object.entries(described) : [];
    const found = Object.entries(places).filter(([, { path: place, field, parameter }]) =>
      paths.some(
        ([path, item]) =>
          place.test(path) &&
          (field === undefined || hasField(value, item, field)) &&
          (parameter === undefined || hasParameter(item, parameter)),
      ),
    );
    return new Set(found.map(([extra]) => extra as Extra));
  } catch (error) {
    if (isOfKind(error, ...temporary)) throw error;
    return new Set();
  }
}

function hasParameter(path: Exact | undefined, name: string): boolean {
  const parameters = member(member(path, 'get'), 'parameters');
  return Array.isArray(parameters) && parameters.some((one) => member(one, 'name') === name);
}

function hasField(description: Exact, path: Exact | undefined, field: string): boolean {
  const content = member(member(member(path, 'post'), 'requestBody'), 'content');
  const schema = member(member(content, 'multipart/form-data'), 'schema');
  const reference = member(schema, '$ref');
  const name = typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : null;
  const form = name === null ? schema : member(member(member(description, 'components'), 'schemas'), name);
  return isRecord(member(member(form, 'properties'), field));
}
