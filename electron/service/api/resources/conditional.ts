import { createHash } from 'node:crypto';
import { refusal } from '../plugins/api-error.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { hasAlready } from '../responses/rows-response.ts';
import type { Answer, AnyResource, ChangeAlone, Resource, Verb } from './resource.ts';

/** Whether an address identifies a record, which has an entity tag: its path ends with a parameter. */
function isRecord({ path }: AnyResource): boolean {
  return /\/:\w+\/$/.test(path);
}

/** Statuses that conditional requests add to those of a method, for the documentation. */
export function conditionalStatuses(resource: AnyResource, verb: Verb): readonly number[] {
  if (!isRecord(resource) || verb === 'POST') return [];
  return verb === 'GET' ? [304, 412] : [412];
}

/**
 * The tag of a record as the caller sees it. It is strong (RFC 9110, 8.8.1): a change of anything in the record changes
 * it. The host name of the service is ignored, because an editor may have used another one.
 */
function tagOf(exchange: Exchange, record: unknown): string {
  const text = JSON.stringify(record).replaceAll(exchange.links.base, '');
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 32)}"`;
}

/**
 * Adds an entity tag to the response of a record, or returns 304 if the client already has it. Pages, which contain
 * forms, have none.
 * @throws {ApiError} 412 if the client requires another one (RFC 9110, 13.1.1)
 */
export function tagged<Target>(
  resource: Resource<Target>,
  exchange: Exchange,
  answer: Extract<Answer, { readonly kind: 'record' }>,
): Answer {
  const isPlain = (answer.status ?? 200) === 200;
  if (!isPlain || !isRecord(resource) || exchange.negotiated.rendering.format === 'api') return answer;
  const headers = { ...answer.headers, ETag: tagOf(exchange, answer.record) };
  const { method, headers: requestHeaders } = exchange.request;
  const isRead = method === 'GET' || method === 'HEAD';
  const ifMatch = isRead ? requestHeaders['if-match'] : undefined;
  if (ifMatch !== undefined && !names(ifMatch, headers.ETag)) throw changedMeanwhile();
  if (isRead && hasAlready(requestHeaders['if-none-match'], headers.ETag))
    return { kind: 'empty', status: 304, headers };
  return { ...answer, headers };
}

/** Whether `If-Match` names a tag (RFC 9110, 13.1.1): strong comparison, so a weak tag never matches. */
function names(ifMatch: string, tag: string): boolean {
  return ifMatch.trim() === '*' || ifMatch.split(',').some((one) => one.trim() === tag);
}

function changedMeanwhile() {
  return refusal(412, 'This was changed by someone else after it was read. Read it again, and then change it.');
}

/**
 * Changes a record, one request after the other per path on all nodes, and only if its tag matches `If-Match` and does
 * not match `If-None-Match`.
 * @param readNow reads the record as it is
 * @throws {ApiError} 412 otherwise, 404 if it was removed meanwhile
 */
export async function changeRecord<Target>(
  changeAlone: ChangeAlone,
  resource: Resource<Target>,
  exchange: Exchange,
  readNow: (target: Target) => Promise<Answer | undefined>,
  change: () => Promise<Answer>,
): Promise<Answer> {
  if (!isRecord(resource)) return await change();
  const { address, links, request } = exchange;
  // The host name of the service is left out: the same record may be changed under another one.
  return await changeAlone(address.slice(links.base.length), async () => {
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
    if (ifMatch !== undefined || ifNoneMatch !== undefined) await refuseOther(ifMatch, ifNoneMatch);
    const answer = await change();
    return answer.kind === 'record' ? tagged(resource, exchange, answer) : answer;
  });

  async function refuseOther(ifMatch: string | undefined, ifNoneMatch: string | undefined): Promise<void> {
    const now = await readNow(await resource.find(exchange));
    const tag = now?.kind === 'record' ? tagOf(exchange, now.record) : null;
    if (ifMatch !== undefined && (tag === null || !names(ifMatch, tag))) throw changedMeanwhile();
    if (tag !== null && hasAlready(ifNoneMatch, tag)) {
      throw refusal(412, 'If-None-Match names the current state, so nothing was changed.');
    }
  }
}
