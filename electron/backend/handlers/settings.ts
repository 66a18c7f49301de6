import path from 'node:path';
import { reasonOf } from '#shared/english/explained-error.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { accountCalls } from '#shared/rpc/calls/account.ts';
import type { rescueCalls } from '#shared/rpc/calls/rescue.ts';
import type { settingsTransferCalls } from '#shared/rpc/shell/settings-transfer.ts';
import type { Connections } from '../../connector/connections/connections.ts';
import { networkAddresses } from '../../lib/network-names.ts';
import { stageBackup } from '../../service/closed-store.ts';
import type { LocalAccounts, Service } from '../../service/service.ts';
import { SettingsFile } from '../../shell/settings/settings.ts';
import { newConnections, readSettingsDocument, settingsDocument, writeSettingsDocument } from '../settings-document.ts';

type TransferFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof settingsTransferCalls>;

/** The functions behind the window's calls that transfer settings and connections to another computer. */
export function settingsFunctionsOver(
  connections: Pick<Connections, 'stored' | 'addStored'>,
  configFolder: string,
): TransferFunctions {
  // The shell owns them: it moves a damaged file aside and reports it.
  const settings = new SettingsFile(path.join(configFolder, 'settings.json'), () => {});
  return {
    async exportSettings({ target }) {
      const document = settingsDocument(settings.read(), connections.stored());
      await writeSettingsDocument(target, document);
      return { connections: document.connections?.length ?? 0 };
    },
    async importSettings({ source }) {
      const document = await readSettingsDocument(source);
      const { added, needSignIn, present } = newConnections(document, connections.stored());
      if (added.length > 0) await connections.addStored(added);
      return {
        settings: document.settings ?? {},
        added: added.map(({ id, name }) => ({ id, name, needsSignIn: needSignIn.has(id) })),
        present,
      };
    },
  };
}

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

/**
 * The functions behind the window's calls for a store that the service cannot start with.
 * @param onRestored called once the answer has been sent: the restored store takes effect at the next start
 */
export function rescueFunctionsOver(
  paths: { readonly dataFolder: string; readonly configFolder: string },
  onRestored: () => void,
): Pick<BackendFunctions<AbortSignal>, keyof typeof rescueCalls> {
  return {
    async restoreStore({ source }, signal) {
      const { made, datasets, versions, accounts, aside } = await stageBackup(paths, source, { signal });
      setImmediate(onRestored);
      return { kind: 'restore', made, datasets, versions, accounts, aside };
    },
  };
}
