import type { accountCalls } from '#shared/rpc/account-calls.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import { BackendFailure } from '#shared/rpc/port-protocol.ts';
import { AccountError } from './service/accounts/account-error.ts';
import { addUser, changeUser, removeUser, setPassword } from './service/accounts/administer.ts';
import { addGroup, changeGroup, removeGroup } from './service/accounts/administer-groups.ts';
import { listGroups } from './service/catalogue/groups.ts';
import type { Records } from './service/catalogue/open-catalogue.ts';
import { listUsers } from './service/catalogue/users.ts';
import { networkAddresses } from './service/network-names.ts';
import type { RunningService } from './service/server.ts';

/** The functions behind the window's calls about this computer's own service and its accounts. */
export type AccountFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof accountCalls>;

function explained(error: unknown): unknown {
  if (!(error instanceof AccountError)) return error;
  return new BackendFailure({ code: error.code, message: error.message, where: '', retry: false });
}

async function accountsOf(records: Records) {
  const users = (await listUsers(records)).map(({ dateJoined: _joined, groups, ...user }) => ({
    ...user,
    groups: [...groups],
  }));
  const groups = (await listGroups(records)).map(({ id, name, users: members }) => ({
    id,
    name,
    members: members.length,
  }));
  return { users, groups };
}

/** Makes them over the service once it runs. @param network whether it was started for other computers too */
export function accountFunctions(service: Promise<RunningService>, network: boolean): AccountFunctions {
  const nothing = {};

  async function withRecords<Result>(act: (records: Records) => Promise<Result>): Promise<Result> {
    const { deps } = await service;
    try {
      return await act(deps.catalogue.records);
    } catch (error) {
      throw explained(error);
    }
  }

  /** Who may see what may be another thing afterwards. */
  async function change(act: (records: Records) => Promise<unknown>): Promise<typeof nothing> {
    await withRecords(act);
    const { deps } = await service;
    await deps.sidecars.flush();
    deps.announce();
    return nothing;
  }

  return {
    async describeLocalService() {
      try {
        const { url } = await service;
        return { url, problem: '', network, addresses: network ? networkAddresses(url) : [] };
      } catch (error) {
        return { url: null, problem: error instanceof Error ? error.message : String(error), network, addresses: [] };
      }
    },
    listAccounts: () => withRecords(accountsOf),
    createAccount: ({ groups, ...made }) =>
      change(async (records) => {
        const { id } = await addUser(records, made);
        await changeUser(records, id, { groups });
      }),
    changeAccount: ({ id, ...changed }) => change((records) => changeUser(records, id, changed)),
    setAccountPassword: ({ id, password }) => change((records) => setPassword(records, id, password)),
    removeAccount: ({ id }) => change((records) => removeUser(records, id)),
    createGroup: ({ name }) => change((records) => addGroup(records, name)),
    renameGroup: ({ id, name }) => change((records) => changeGroup(records, id, name)),
    removeGroup: ({ id }) => change((records) => removeGroup(records, id)),
  };
}
