import { reasonOf } from '#shared/english/explained-error.ts';
import { failure } from '#shared/failures.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import type { accountCalls } from '#shared/rpc/calls/account.ts';
import { networkAddresses } from '../../lib/network-names.ts';
import { AccountError, type LocalAccounts, type RunningLocalService } from '../../service/local-service.ts';

/** The functions behind the window's calls about the local service and its accounts. */
export type AccountFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof accountCalls>;

function explained(error: unknown): unknown {
  if (!(error instanceof AccountError)) return error;
  return new BackendFailure(failure(error.kind, error.reason));
}

/** Creates them; they wait for the service to run. @param network whether it was started for other computers too */
export function accountFunctions(service: Promise<RunningLocalService>, network: boolean): AccountFunctions {
  const nothing = {};

  async function withAccounts<Result>(act: (accounts: LocalAccounts) => Promise<Result>): Promise<Result> {
    const { operations } = await service;
    try {
      return await act(operations.accounts);
    } catch (error) {
      throw explained(error);
    }
  }

  async function change(act: (accounts: LocalAccounts) => Promise<void>): Promise<typeof nothing> {
    await withAccounts(act);
    return nothing;
  }

  return {
    async describeLocalService() {
      try {
        const { url } = await service;
        return { url, problem: null, network, addresses: network ? networkAddresses(url) : [] };
      } catch (error) {
        return { url: null, problem: reasonOf(error), network, addresses: [] };
      }
    },
    listAccounts: () => withAccounts((accounts) => accounts.list()),
    createAccount: (made) => change((accounts) => accounts.add(made)),
    changeAccount: ({ id, ...changed }) => change((accounts) => accounts.change(id, changed)),
    setAccountPassword: ({ id, password }) => change((accounts) => accounts.setPassword(id, password)),
    removeAccount: ({ id }) => change((accounts) => accounts.remove(id)),
    createGroup: ({ name }) => change((accounts) => accounts.addGroup(name)),
    renameGroup: ({ id, name }) => change((accounts) => accounts.renameGroup(id, name)),
    removeGroup: ({ id }) => change((accounts) => accounts.removeGroup(id)),
  };
}
