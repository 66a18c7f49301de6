import { queryOptions } from '@tanstack/react-query';
import type { Retention } from '#shared/follow.ts';
import { callBackend, callKey, callQuery } from './port.ts';

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

export const followedQuery = queryOptions({
  queryKey: callKey('listFollowed'),
  queryFn: ({ signal }) => callBackend('listFollowed', {}, signal),
  // Used parts of a budget become available again over time.
  refetchInterval: ({ state }) =>
    state.data?.some(({ budgets }) => budgets.some(({ used }) => used > 0)) === true ? budgetsMs : false,
});

/** The newest changes of all followed datasets. @param limit at most 200 */
export function changesQuery(limit: number) {
  return queryOptions({
    queryKey: callKey('listSourceChanges', { limit }),
    queryFn: ({ signal }) => callBackend('listSourceChanges', { of: null, before: null, limit }, signal),
    placeholderData: (previous) => previous,
  });
}

/** The last checks of a followed dataset, newest first. */
export function sourceChecksQuery({ namespace, dataset }: FollowedName) {
  return callQuery('listSourceChecks', { namespace, dataset, limit: 200 });
}

/** The versions that a retention policy would remove now. */
export function retentionQuery({ namespace, dataset }: FollowedName, retention: Retention) {
  return queryOptions({
    queryKey: callKey('estimateRetention', { namespace, dataset, retention }),
    queryFn: ({ signal }) => callBackend('estimateRetention', { namespace, dataset, retention }, signal),
    placeholderData: (previous) => previous,
  });
}
