import path from 'node:path';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { settingsTransferCalls } from '#shared/rpc/shell/settings-transfer.ts';
import type { Connections } from '../../connector/connections/connections.ts';
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
