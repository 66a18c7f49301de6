import { queryOptions } from '@tanstack/react-query';
import type { Choice, Retention, SourceSettings } from '#shared/follow.ts';
import type { SourceSecret } from '#shared/rpc/calls/follow.ts';
import { keys } from './keys.ts';
import { callBackend } from './port.ts';
import { records } from './records.ts';

/** A followed dataset of the local service. */
export interface FollowedName {
  readonly namespace: string;
  readonly dataset: string;
}

/** An address to examine, and whether it may belong to this computer or its network. */
export interface LookedAt {
  readonly address: string;
  readonly allowPrivate: boolean;
}

/** Milliseconds between reads of the hosts' request budgets while any of them is in use. */
const budgetsMs = 15_000;

/** All followed datasets. */
export const followedQuery = queryOptions({
  queryKey: keys.followed(),
  queryFn: ({ signal }) => callBackend('listFollowed', {}, signal),
  // Used parts of a budget become available again over time.
  refetchInterval: ({ state }) =>
    state.data?.some(({ budgets }) => budgets.some(({ used }) => used > 0)) === true ? budgetsMs : false,
});

/** The newest changes of all followed datasets. @param limit at most 200 */
export function changesQuery(limit: number) {
  return queryOptions({
    queryKey: keys.sourceChanges(limit),
    queryFn: ({ signal }) => callBackend('listSourceChanges', { of: null, before: null, limit }, signal),
    placeholderData: (previous) => previous,
  });
}

/** The last checks of a followed dataset, newest first. */
export function sourceChecksQuery({ namespace, dataset }: FollowedName) {
  return queryOptions({
    queryKey: keys.sourceChecks(namespace, dataset),
    queryFn: ({ signal }) => callBackend('listSourceChecks', { namespace, dataset, limit: 200 }, signal),
  });
}

/** What an address offers; examined again for each request. */
export function lookQuery({ address, allowPrivate }: LookedAt) {
  return queryOptions({
    queryKey: keys.look(address, allowPrivate),
    queryFn: ({ signal }) => callBackend('lookAtAddress', { address, allowPrivate }, signal),
  });
}

/** The description of an entry before it is fetched. */
export function entryQuery(choice: Choice, allowPrivate: boolean) {
  return queryOptions({
    queryKey: keys.sourceEntry(choice, allowPrivate),
    queryFn: ({ signal }) => callBackend('describeSourceEntry', { choice, allowPrivate }, signal),
  });
}

/** The first records of an entry, for which it is fetched. */
export function entryPreviewQuery(choice: Choice, allowPrivate: boolean) {
  return queryOptions({
    queryKey: keys.sourceEntryPreview(choice, allowPrivate),
    queryFn: ({ signal }) => callBackend('previewSourceEntry', { choice, allowPrivate }, signal),
  });
}

/** Matching entries at an address, from a position returned by an earlier call. */
export function listEntries(
  { address, allowPrivate }: LookedAt,
  kind: Choice['kind'],
  search: string,
  more: string | null,
  signal: AbortSignal,
) {
  return callBackend('listSourceEntries', { address, allowPrivate, kind, search, more }, signal);
}

/** Requests a check. */
export async function checkNow({ namespace, dataset }: FollowedName): Promise<void> {
  await callBackend('checkSource', { namespace, dataset });
}

/** Changes settings of a followed dataset. */
export async function changeSource({ namespace, dataset }: FollowedName, settings: SourceSettings): Promise<void> {
  await callBackend('changeSource', { namespace, dataset, settings });
}

/** Stops following. */
export async function unfollow({ namespace, dataset }: FollowedName): Promise<void> {
  await callBackend('unfollow', { namespace, dataset });
}

/** Publishes or discards the held version. */
export async function decideHeld({ namespace, dataset }: FollowedName, accept: boolean): Promise<void> {
  await callBackend('decideHeldVersion', { namespace, dataset, accept });
}

/** The versions that a retention policy would remove now. */
export function retentionQuery({ namespace, dataset }: FollowedName, retention: Retention) {
  return queryOptions({
    queryKey: keys.sourceRetention(namespace, dataset, retention),
    queryFn: ({ signal }) => callBackend('estimateRetention', { namespace, dataset, retention }, signal),
    placeholderData: (previous) => previous,
  });
}

/** The origin of an address in a list if a secret is stored for it; otherwise an empty list. */
export function secretsQuery(address: string) {
  return queryOptions({
    queryKey: keys.sourceSecrets(address),
    queryFn: ({ signal }) => callBackend('listSourceSecrets', { addresses: [address] }, signal),
  });
}

/** Stores a secret for the origin of an address in the keychain; null removes it. */
export async function keepSecret(address: string, secret: SourceSecret | null): Promise<void> {
  await callBackend('keepSourceSecret', { address, secret });
  await records.invalidateQueries({ queryKey: keys.sourceSecrets() });
}

/** Marks all changes up to one as read, or only that one. */
export async function markRead(upTo: number, only: boolean): Promise<void> {
  await callBackend('markChangesRead', { of: null, upTo, only });
}
