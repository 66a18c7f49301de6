import type { AccountSummary } from '../accounts/administer.ts';
import * as accounts from '../accounts/administer.ts';
import * as groups from '../accounts/administer-groups.ts';
import { type ReadersOfNamespace, readersOfNamespace } from '../catalogue/access/readers.ts';
import type { Records } from '../catalogue/database/catalogue.ts';
import { groupEntries } from '../catalogue/records/groups.ts';
import { listUsers, type UserChange, type UserEntry } from '../catalogue/records/users.ts';
import { hostsOver, type LocalHosts } from './follow/local-hosts.ts';
import { type LocalSources, type RemoveRows, sourcesOver } from './follow/local-sources.ts';
import type { LocalCopy } from './pin/list-copies.ts';

/** An account as an administrator sees it; `groups` are ids. */
type ShownAccount = Omit<UserEntry, 'dateJoined'>;

/** The accounts and groups of a service; changes may throw an `ExplainedError`. */
export interface LocalAccounts {
  list(): Promise<{
    readonly users: readonly ShownAccount[];
    readonly groups: readonly { readonly id: number; readonly name: string; readonly members: number }[];
  }>;
  /** The accounts by name with the names of their groups, oldest first. */
  lines(): Promise<readonly AccountSummary[]>;
  /** @param account `groups` are names, created if new, or ids of existing groups */
  add(account: {
    readonly username: string;
    readonly password: string;
    readonly email?: string;
    readonly isStaff?: boolean;
    readonly groups?: readonly string[] | readonly number[];
  }): Promise<void>;
  change(id: number, change: UserChange & { readonly groups?: readonly number[] }): Promise<void>;
  setPassword(user: number | string, password: string): Promise<void>;
  remove(id: number): Promise<void>;
  /** A new token of an account: 40 hexadecimal characters. @param label what the token is for */
  issueToken(username: string, label: string): Promise<string>;
  addGroup(name: string): Promise<void>;
  renameGroup(id: number, name: string): Promise<void>;
  removeGroup(id: number): Promise<void>;
}

/** The parts of a catalogue that can be read and changed while any process serves its store. */
export interface LocalCatalogue {
  readonly accounts: LocalAccounts;
  /** Who may read a namespace. */
  readersOf(namespace: string): Promise<ReadersOfNamespace>;
  /** The sources of datasets. */
  readonly sources: LocalSources;
  /** The hosts that sources are fetched from. */
  readonly hosts: LocalHosts;
  /** The datasets that are copies of those of other services. */
  listCopies(): Promise<readonly LocalCopy[]>;
}

/** @param onChanged awaited after every change of an account or group */
export function catalogueOver(
  records: Records,
  onChanged: () => Promise<void>,
  removeRows: RemoveRows,
): LocalCatalogue {
  const change = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    await onChanged();
    return result;
  };
  const addUser: LocalAccounts['add'] = async ({ groups: given = [], ...made }) => {
    const names = given.filter((group) => typeof group === 'string');
    const ids = given.filter((group) => typeof group === 'number');
    const { id } = await accounts.addUser(records, { ...made, groups: names });
    if (ids.length > 0) await accounts.changeUser(records, id, { groups: ids });
  };
  return {
    readersOf: (namespace) => readersOfNamespace(records, namespace),
    sources: sourcesOver(records, onChanged, removeRows),
    hosts: hostsOver(records),
    listCopies: async () => (await import('./pin/list-copies.ts')).listCopies(records),
    accounts: {
      async list() {
        const [users, all] = await Promise.all([listUsers(records), groupEntries(records)]);
        return {
          users: users.map(({ dateJoined: _joined, ...user }) => user),
          groups: all.map(({ id, name, users: members }) => ({ id, name, members: members.length })),
        };
      },
      lines: () => accounts.listAccounts(records),
      add: (account) => change(addUser(account)),
      change: (id, changed) => change(accounts.changeUser(records, id, changed)),
      setPassword: (user, password) =>
        change(
          typeof user === 'number'
            ? accounts.setPassword(records, user, password)
            : accounts.changePassword(records, user, password),
        ),
      remove: (id) => change(accounts.removeUser(records, id)),
      issueToken: (username, label) => change(accounts.issueToken(records, username, label)),
      addGroup: (name) => change(groups.addGroup(records, name).then(() => undefined)),
      renameGroup: (id, name) => change(groups.changeGroup(records, id, name)),
      removeGroup: (id) => change(groups.removeGroup(records, id)),
    },
  };
}
