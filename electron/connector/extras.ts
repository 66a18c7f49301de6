import type { Layout } from './catalogue/layout.ts';
import { isAborted, ServiceError } from './errors.ts';
import { isRecord, member } from './exact-json.ts';
import type { ServiceClient } from './http/client.ts';

/** What some services have beyond the specification. */
type Extra = 'outline' | 'profile' | 'diff';

/** What a service has of that. */
export type Extras = () => Promise<ReadonlySet<string>>;

/** Where the description of an API names each. */
const places: Readonly<Record<Extra, RegExp>> = {
  outline: /\/datasets\/\{\w+\}\/outline\/$/,
  profile: /\/datasets\/\{\w+\}\/profile\/$/,
  diff: /\/version\/\{\w+\}\/diff\/$/,
};

/** Failures that say nothing of what the service has. */
const passing: ReadonlySet<string> = new Set(['aborted', 'offline', 'proxy', 'timeout', 'throttled', 'server-error']);

/**
 * Learns from the description of a service's API what it has beyond the specification, so that no service is asked for
 * an address that it does not have. Asked once for all callers: one who leaves does not end it for the others.
 */
export function openExtras(client: ServiceClient, layout: Layout): Extras {
  let known: Promise<ReadonlySet<string>> | null = null;
  return () => {
    if (known !== null) return known;
    const asked = readExtras(client, layout);
    known = asked;
    asked.catch(() => {
      if (known === asked) known = null;
    });
    return asked;
  };
}

async function readExtras(client: ServiceClient, layout: Layout): Promise<ReadonlySet<string>> {
  try {
    const { value } = await client.getJson(new URL('api/v1/schema/', layout.base));
    const described = member(value, 'paths');
    const paths = isRecord(described) ? Object.keys(described) : [];
    const found = Object.entries(places).filter(([, place]) => paths.some((path) => place.test(path)));
    return new Set(found.map(([extra]) => extra));
  } catch (error) {
    if (isAborted(error) || (error instanceof ServiceError && passing.has(error.code))) throw error;
    return new Set();
  }
}
