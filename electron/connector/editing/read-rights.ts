import { isOfKind } from '#shared/english/explained-error.ts';
import type { EditTarget, Right, Rights } from '#shared/rpc/editing.ts';
import { isRecord, member } from '../../lib/exact-json.ts';
import type { Reply } from '../http/write.ts';
import type { Source } from '../source.ts';
import { insideAddress, targetAddress } from './write-records.ts';

/** Statuses for a caller who may not query permissions. */
const shut = ['sign-in-needed', 'token-refused', 'forbidden', 'not-found'] as const;
/** Statuses from a service that does not support `OPTIONS`. */
const mute = ['not-accepted', 'server-error', 'malformed', 'web-page'] as const;

type Answer = Pick<Reply, 'value' | 'allow'> | 'shut' | 'mute';

async function ask(source: Source, address: URL, signal: AbortSignal): Promise<Answer> {
  try {
    return await source.send({ method: 'OPTIONS', address }, signal);
  } catch (error) {
    if (isOfKind(error, ...shut)) return 'shut';
    if (isOfKind(error, ...mute)) return 'mute';
    throw error;
  }
}

function permits({ allow }: Pick<Reply, 'allow'>, methods: readonly string[]): boolean {
  const named = (allow ?? '')
    .toUpperCase()
    .split(',')
    .map((name) => name.trim());
  return allow === null || methods.some((method) => named.includes(method));
}

/**
 * Whether one of the methods is permitted. In stock DRF, `Allow` lists what the address supports at all, and `actions`
 * describes the fields of `PUT` and `POST` only to users who may use them.
 */
function right(answer: Answer, methods: readonly string[], action: 'PUT' | 'POST'): Right {
  if (answer === 'shut') return 'no';
  if (answer === 'mute') return 'unknown';
  if (!permits(answer, methods)) return 'no';
  if (isRecord(member(member(answer.value, 'actions'), action))) return 'yes';
  // For a service that does not describe itself as DRF does, a missing entry means nothing.
  return isRecord(answer.value) && Array.isArray(member(answer.value, 'parses')) ? 'no' : 'unknown';
}

/** Whether the caller may write a field, as the service describes it. */
function describesField(answer: Answer, name: string): boolean {
  if (answer === 'shut' || answer === 'mute') return false;
  return isRecord(member(member(member(answer.value, 'actions'), 'PUT'), name));
}

/**
 * What the caller may do with a target, as the service reports it. @param signedIn whether the service knows the caller
 */
export async function readRights(
  source: Source,
  target: EditTarget,
  signedIn: boolean,
  signal: AbortSignal,
): Promise<Rights> {
  const inside = insideAddress(source.layout, target);
  const [own, list] = await Promise.all([
    target.kind === 'service' ? 'shut' : ask(source, targetAddress(source.layout, target), signal),
    inside === null ? 'shut' : ask(source, inside, signal),
  ] as const);
  // If the service does not state permissions, only a signed-in user has a reason to try.
  const tried = (found: Right): Right => (found === 'unknown' && !signedIn ? 'no' : found);
  return {
    change: tried(right(own, ['PATCH'], 'PUT')),
    remove: tried(right(own, ['DELETE'], 'PUT')),
    add: tried(right(list, ['POST'], 'POST')),
    signedIn,
    ...(target.kind === 'dataset' && describesField(own, 'hidden') && { hides: true }),
  };
}
