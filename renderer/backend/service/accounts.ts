import { queryOptions } from '@tanstack/react-query';
import type { ParametersOf } from '#shared/rpc/backend.ts';
import type { accountCalls } from '#shared/rpc/calls/account.ts';
import { callBackend } from '../backend.ts';
import { records } from './records.ts';

/** The accounts and groups of the local service. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => callBackend('listAccounts', {}, signal),
  staleTime: 0,
});

/** The calls that change accounts and groups. */
export type AccountAction = Exclude<keyof typeof accountCalls, 'describeLocalService' | 'listAccounts'>;

/** Changes an account or a group; the failure's code says what is wrong. */
export async function changeAccounts<Act extends AccountAction>(
  act: Act,
  parameters: ParametersOf<Act>,
): Promise<void> {
  await callBackend(act, parameters);
  await records.invalidateQueries({ queryKey: accountsQuery.queryKey });
  void records.invalidateQueries({ queryKey: ['service-groups'] });
}
