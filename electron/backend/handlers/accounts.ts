import { reasonOf } from '#shared/english/explained-error.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { accountCalls } from '#shared/rpc/calls/account.ts';
import { networkAddresses } from '../../lib/network-names.ts';
import type { LocalAccounts, Service } from '../../service/service.ts';

/** The functions behind the window's calls about the local service and its accounts. */
export type AccountFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof accountCalls>;

/** Creates them; they wait for the service to run. @param network whether it was started for other computers too */
export function accountFunctions(service: Promise<Service>, network: boolean): AccountFunctions {
  const change = async (act: (accounts: LocalAccounts) => Promise<void>) => act((await service).accounts);

  return {
    async describeLocalService() {
      try {
        const { url } = await service;
        return { url, problem: null, network, addresses: network ? networkAddresses(url) : [] };
      } catch (error) {
        return { url: null, problem: reasonOf(error), network, addresses: [] };
      }
    },
    listAccounts: async () => (await service).accounts.list(),
    createAccount: (made) => change((accounts) => accounts.add(made)),
    changeAccount: ({ id, ...changed }) => change((accounts) => accounts.change(id, changed)),
    setAccountPassword: ({ id, password }) => change((accounts) => accounts.setPassword(id, password)),
    removeAccount: ({ id }) => change((accounts) => accounts.remove(id)),
    createGroup: ({ name }) => change((accounts) => accounts.addGroup(name)),
    renameGroup: ({ id, name }) => change((accounts) => accounts.renameGroup(id, name)),
    removeGroup: ({ id }) => change((accounts) => accounts.removeGroup(id)),
  };
}
