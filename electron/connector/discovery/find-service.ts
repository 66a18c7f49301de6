import { type Explanation, explain } from '#shared/failures.ts';
import { type Exact, member } from '../../lib/exact-json.ts';
import { neverAborted } from '../../lib/never-aborted.ts';
import { listField, textField } from '../catalogue/fields.ts';
import { abortedError, isAborted, ServiceError } from '../errors.ts';
import type { JsonAnswer } from '../http/answers/get-json.ts';
import { layOut, type ServiceLayout } from '../http/layout.ts';
import type { Limits } from '../http/limits.ts';
import { noCredentials, openClient, type ServiceClient } from '../http/transport/client.ts';
import { servicePlacesFor } from './address.ts';

export interface Found {
  readonly layout: ServiceLayout;
  readonly notices: readonly Explanation[];
}

/** What was found instead; the search continues unless the whole origin is unusable. */
interface Miss {
  readonly error: ServiceError;
  readonly final: boolean;
}

const hopeless: ReadonlySet<string> = new Set([
  'no-http',
  'offline',
  'timeout',
  'certificate',
  'no-secure-connection',
  'proxy',
  'cut-off',
  'throttled',
  'redirect',
]);

function missOf(error: unknown, signal: AbortSignal): Miss {
  if (signal.aborted || isAborted(error)) throw abortedError();
  if (!(error instanceof ServiceError)) throw error;
  return { error, final: hopeless.has(error.kind) };
}

/** The service's own address, relative to where its discovery was finally found (a redirect may have led elsewhere). */
function baseOf(answer: JsonAnswer, path: string): URL {
  const href = `${answer.address.origin}${answer.address.pathname}`;
  const end = href.endsWith(path) ? href.length - path.length : href.length;
  return new URL(href.slice(0, end));
}

async function tryDiscovery(client: ServiceClient, base: URL, signal: AbortSignal): Promise<ServiceLayout | null> {
  const found = await readEntries(client, base, signal);
  return found === null ? null : layOut(found.base, found.entries);
}

/** Some services list their versions at `/api/` and have the first one at another address. */
async function tryVersions(client: ServiceClient, base: URL, signal: AbortSignal): Promise<ServiceLayout | null> {
  const answer = await client.getJson(new URL('api/', base), { signal });
  const versions = listField(answer.value, 'versions');
  if (versions.length === 0) return null;
  const root = layOut(baseOf(answer, 'api/'), new Map());
  const addresses = versions.map((version) => textField(version, 'url')).filter((url) => url !== '');
  const first = addresses.find((url) => /\/v1\/?(\?|$)/.test(url)) ?? addresses[0];
  const resolved = first === undefined ? null : root.resolve(first, answer.address);
  if (resolved === null || resolved.origin !== answer.address.origin) return null;
  const discovery = await client.getJson(resolved, { signal });
  const entries = readDiscovery(discovery.value);
  return entries === null ? null : layOut(root.base, entries);
}

async function tryPlace(client: ServiceClient, base: URL, signal: AbortSignal): Promise<ServiceLayout | Miss> {
  const misses: Miss[] = [];
  for (const attempt of [tryDiscovery, tryVersions]) {
    try {
      const layout = await attempt(client, base, signal);
      if (layout !== null) return layout;
    } catch (error) {
      const miss = missOf(error, signal);
      if (miss.final) return miss;
      misses.push(miss);
    }
  }
  return (
    misses.find((miss) => miss.error.kind !== 'not-found') ?? misses[0] ?? { error: notThisKind(base), final: false }
  );
}

function notThisKind(base: URL): ServiceError {
  return new ServiceError('not-this-kind', explain('web-server-only', { host: base.host }), base);
}

/** Explains why nothing was found, from the answer at the most likely address. */
function explainMisses(misses: readonly Miss[], base: URL): ServiceError {
  const reported = misses.find((miss) => miss.final) ?? misses.find((miss) => miss.error.kind === 'server-error');
  return reported?.error ?? notThisKind(base);
}

async function searchOrigin(
  origin: URL,
  paths: readonly string[],
  limits: Partial<Limits>,
  signal: AbortSignal,
): Promise<ServiceLayout | ServiceError> {
  const client = openClient(origin, noCredentials, limits);
  const misses: Miss[] = [];
  try {
    for (const path of paths) {
      const found = await tryPlace(client, new URL(path, origin), signal);
      if (!('final' in found)) return found;
      misses.push(found);
      if (found.final) break;
    }
    return explainMisses(misses, new URL(paths[0] ?? '/', origin));
  } finally {
    await client.close();
  }
}

function noticesFor(layout: ServiceLayout, origin: URL): Explanation[] {
  const { base } = layout;
  if (base.origin === origin.origin) return [];
  const securely = base.protocol === 'https:' && origin.protocol === 'http:';
  return [explain(securely ? 'led-to-securely' : 'led-to', { host: origin.host, address: base.href })];
}

/** Failures without any answer. */
const silent: ReadonlySet<string> = new Set(['offline', 'cut-off', 'no-secure-connection', 'timeout']);

/**
 * Finds the service at an address that a user pasted.
 * @throws {ServiceError} that says what was found instead and what to do
 */
export async function findService(
  pasted: string,
  limits: Partial<Limits> = {},
  signal: AbortSignal = neverAborted,
): Promise<Found> {
  const { origins, paths } = servicePlacesFor(pasted);
  const errors: ServiceError[] = [];
  for (const origin of origins) {
    const found = await searchOrigin(origin, paths, limits, signal);
    if (!(found instanceof ServiceError)) return { layout: found, notices: noticesFor(found, origin) };
    errors.push(found);
    // Another scheme must not bypass a certificate error, and a proxy refuses every scheme.
    if (found.kind === 'certificate' || found.kind === 'proxy') break;
  }
  // An address that answered explains more than one that did not.
  throw errors.find((error) => !silent.has(error.kind)) ?? errors[0] ?? notThisKind(new URL(pasted));
}

/** Names and addresses in a discovery answer; null if it is not one. */
function readDiscovery(value: Exact): Map<string, string> | null {
  if (!Array.isArray(member(value, 'endpoints'))) return null;
  const entries = [...listField(value, 'endpoints'), ...listField(value, 'authentication')];
  return new Map(entries.map((entry) => [textField(entry, 'name'), textField(entry, 'url')] as const).reverse());
}

/**
 * Reads a service's discovery.
 * @param base its address, with a trailing slash
 * @throws {ServiceError} `not-this-kind` if the answer is not a discovery
 */
export async function discover(client: ServiceClient, base: URL): Promise<ServiceLayout> {
  const found = await readEntries(client, base, neverAborted);
  if (found !== null) return layOut(base, found.entries);
  throw new ServiceError('not-this-kind', explain('other-kind', { host: base.host }), base);
}

/** The discovery below an address, and where it was finally found; null if there is another answer. */
async function readEntries(client: ServiceClient, base: URL, signal: AbortSignal) {
  try {
    const answer = await client.getJson(new URL('api/v1/', base), { signal });
    const entries = readDiscovery(answer.value);
    return entries === null ? null : { base: baseOf(answer, 'api/v1/'), entries };
  } catch (error) {
    // A service that requires a sign-in even for its discovery has the specification's layout.
    if (error instanceof ServiceError && error.status === 401) return { base, entries: new Map<string, string>() };
    throw error;
  }
}
