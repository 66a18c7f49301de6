import type { DatasetName } from '#shared/dataset-name.ts';
import { originIn, type VersionOrigin } from '#shared/version-metadata.ts';
import * as accounts from '../accounts/administer.ts';
import { isPublic } from '../catalogue/access/access.ts';
import type { Records } from '../catalogue/database/catalogue.ts';
import { listDatasets } from '../catalogue/records/datasets.ts';
import { groupEntries } from '../catalogue/records/groups.ts';
import { namespaceEntries } from '../catalogue/records/namespaces.ts';
import { listUsers, readersOfNamespace, type UserChange } from '../catalogue/records/users.ts';
import { listVersions } from '../catalogue/records/versions.ts';
import {
  findHostPause,
  type HostRequest,
  listHostRequests,
  pauseHost,
  takeHostTurn,
} from '../catalogue/sources/hosts.ts';
import { type RemoveRows, sourcesOver } from './follow/local-sources.ts';

/** An account to add: `groups` are names, created if new, or ids of existing groups. */
export interface NewAccount extends Omit<Parameters<typeof accounts.addUser>[1], 'groups'> {
  readonly groups?: readonly string[] | readonly number[];
}

export type LocalAccounts = ReturnType<typeof accountsOver>;

/** The accounts and groups of a service; changes may throw an `ExplainedError`. */
function accountsOver(records: Records, onChanged: () => Promise<void>) {
  const change = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    await onChanged();
    return result;
  };
  const addUser = async ({ groups: given = [], ...made }: NewAccount) => {
    const names = given.filter((group) => typeof group === 'string');
    const ids = given.filter((group) => typeof group === 'number');
    const { id } = await accounts.addUser(records, { ...made, groups: names });
    if (ids.length > 0) await accounts.changeUser(records, id, { groups: ids });
  };
  return {
    async list() {
      const [users, all] = await Promise.all([listUsers(records), groupEntries(records)]);
      return {
        users: users.map(({ dateJoined: _joined, ...user }) => user),
        groups: all.map(({ id, name, users: members }) => ({ id, name, members: members.length })),
      };
    },
    add: (account: NewAccount) => change(addUser(account)),
    change: (id: number, changed: UserChange & { readonly groups?: readonly number[] }) =>
      change(accounts.changeUser(records, id, changed)),
    setPassword: (user: number | string, password: string) => change(accounts.setPassword(records, user, password)),
    remove: (id: number) => change(accounts.removeUser(records, id)),
    /** A new token of an account: 40 hexadecimal characters. @param label what the token is for */
    issueToken: (username: string, label: string) => change(accounts.issueToken(records, username, label)),
    addGroup: async (name: string): Promise<void> => void (await change(accounts.addGroup(records, name))),
    renameGroup: (id: number, name: string) => change(accounts.changeGroup(records, id, name)),
    removeGroup: (id: number) => change(accounts.removeGroup(records, id)),
  };
}

/** The parts of a catalogue that can be read and changed while any process serves its store. */
export type LocalCatalogue = ReturnType<typeof catalogueOver>;

export type LocalHosts = LocalCatalogue['hosts'];

/** @param onChanged awaited after every change of an account or group */
export function catalogueOver(records: Records, onChanged: () => Promise<void>, removeRows: RemoveRows) {
  return {
    accounts: accountsOver(records, onChanged),
    readersOf: (namespace: string) => readersOfNamespace(records, namespace),
    sources: sourcesOver(records, onChanged, removeRows),
    /**
     * When hosts of the web were asked, and may be asked again: shared by the processes of a store, and kept however
     * they end. Times are milliseconds since 1970.
     */
    hosts: {
      /** Records a request as sent, before it is, unless it has to wait. */
      take: (request: HostRequest) => takeHostTurn(records, request),
      /** Requests that count against budgets, oldest first. */
      sent: (host: string, now: number) => listHostRequests(records, host, now),
      /** The pause of a host; null if the host never asked for one. */
      pauseOf: (host: string, now: number) => findHostPause(records, host, now),
      /**
       * Sends nothing to a host before a moment; a longer pause stays.
       * @param delayMs milliseconds between two requests from then on; null leaves them unchanged
       */
      pause: (host: string, notBefore: number, delayMs: number | null, now: number) =>
        pauseHost(records, host, notBefore, delayMs, now),
    },
    /** The datasets that are copies of those of other services. */
    listCopies: () => listCopies(records),
  };
}

/** A dataset whose newest version is a copy of another service's. */
export interface LocalCopy extends DatasetName {
  readonly version: string;
  readonly origin: VersionOrigin;
  readonly isPublic: boolean;
}

/** The datasets that hold copies of other services, by their newest ready version. */
async function listCopies(records: Records): Promise<LocalCopy[]> {
  const namespaces = new Map((await namespaceEntries(records)).map((one) => [one.id, one]));
  const datasets = await listDatasets(records, [...namespaces.keys()]);
  const versions = await listVersions(
    records,
    datasets.map(({ id }) => id),
  );
  return datasets.flatMap((dataset): LocalCopy[] => {
    const newest = versions.find(({ datasetId, ready }) => ready && datasetId === dataset.id);
    const origin = newest === undefined ? null : originIn(newest.metadata);
    const namespace = namespaces.get(dataset.namespaceId);
    if (newest === undefined || origin === null || namespace === undefined) return [];
    const name = { namespace: namespace.slug, dataset: dataset.slug };
    return [{ ...name, version: newest.slug, origin, isPublic: isPublic(namespace) }];
  });
}
