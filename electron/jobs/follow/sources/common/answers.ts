import { stateOf } from '../../web/download.ts';
import type { SourceState } from '../data-source.ts';
import type { Web, WebAnswer } from '../web.ts';
import { malformed } from './problems.ts';

/** Answers to the questions of one search: several kinds of source may look at the same address. */
const probes = new WeakMap<AbortSignal, Map<string, Promise<WebAnswer | null>>>();

/**
 * Asks whether something is there, while it is not known what an address is: whatever goes wrong is null. Asked again
 * with the same signal, it answers without asking the server again.
 */
export function probe(
  web: Web,
  address: URL | string,
  signal: AbortSignal,
  accept = 'application/json, application/ld+json;q=0.9, */*;q=0.1',
): Promise<WebAnswer | null> {
  const asked = probes.get(signal) ?? new Map<string, Promise<WebAnswer | null>>();
  probes.set(signal, asked);
  const key = `${accept} ${String(address)}`;
  const known = asked.get(key);
  if (known !== undefined) return known;
  const answer = web
    .get(address, { accept, signal })
    .then((one) => (one.status === 200 ? one : null))
    .catch(() => {
      signal.throwIfAborted();
      return null;
    });
  asked.set(key, answer);
  return answer;
}

/** The JSON behind an address while it is not known what that is; null for anything else. */
export async function probeJson(web: Web, address: URL | string, signal: AbortSignal): Promise<unknown> {
  const answer = await probe(web, address, signal);
  if (
    answer === null ||
    !/^\s*[[{]/.test(
      answer
        .text()
        .slice(0, 1000)
        .replace(/^\uFEFF/, ''),
    )
  )
    return null;
  try {
    return answer.json();
  } catch {
    return null;
  }
}

/** Maximum bytes of a description, such as a catalogue of many datasets. */
const maxDescriptionBytes = 256 * 2 ** 20;

/**
 * JSON of a source that is known to be of its kind.
 * @param protocol names what the answer should have been
 * @returns null if there is nothing at the address
 * @throws {JobError} if it is refused, or something else
 */
export async function readJson(
  web: Web,
  address: URL | string,
  protocol: string,
  signal: AbortSignal,
  accept = 'application/json, application/ld+json;q=0.9, */*;q=0.1',
): Promise<unknown> {
  const answer = await web.get(address, { accept, signal, maxBytes: maxDescriptionBytes });
  if (answer.status === 404 || answer.status === 410) return null;
  if (answer.status !== 200) throw malformed(protocol, address);
  return answer.json();
}

/** `ETag`, `Last-Modified` and length by asking for the headers alone; null where they do not identify a state. */
export async function headState(web: Web, address: URL | string, signal: AbortSignal): Promise<SourceState | null> {
  try {
    const { status, headers } = await web.get(address, { method: 'HEAD', signal });
    if (status !== 200) return null;
    const state = stateOf(headers);
    return state.etag === null && state.modified === null ? null : state;
  } catch {
    // Many servers and signed addresses refuse HEAD; then only fetching tells.
    signal.throwIfAborted();
    return null;
  }
}

/** The state of several files together, and of what describes them; null if one of them has none. */
export async function headStates(
  web: Web,
  addresses: readonly (URL | string)[],
  signal: AbortSignal,
): Promise<SourceState | null> {
  const all: Record<string, string | number | null> = {};
  for (const [at, address] of addresses.entries()) {
    const state = await headState(web, address, signal);
    if (state === null) return null;
    for (const [name, value] of Object.entries(state)) all[`${name}-${at + 1}`] = value;
  }
  return all;
}
