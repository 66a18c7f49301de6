import { given } from '#shared/given.ts';
import type { ImportedSettings } from '#shared/rpc/shell/settings-transfer.ts';
import type { ChangedShortcuts } from '#shared/shortcuts.ts';
import { readShortcuts } from '../../lib/keyboard/changed-shortcuts.ts';
import { mac } from '../../lib/keyboard/pressed-keys.ts';
import { useSettings } from '../../state/settings.ts';
import { callBackend } from '../backend.ts';
import { checkConnection } from '../connections.ts';
import { connectionsQuery, records } from '../service/records.ts';
import { changeLocalService, changeShellSettings } from './settings.ts';
import { shell } from './shell.ts';

/** Exports settings and connections to a file, without secrets; returns the number of connections. */
export function exportSettings(target: string): Promise<{ readonly connections: number }> {
  return callBackend('exportSettings', { target });
}

/** Checks whether each service can be reached, and read without signing in. */
async function checkAll(ids: readonly string[]): Promise<void> {
  for (const id of ids) await checkConnection(id).catch(() => undefined);
}

/** What was imported, and the shortcuts of the file that commands cannot have here. */
export interface Imported extends ImportedSettings {
  readonly refused: ChangedShortcuts;
}

/** Imports settings and connections from such a file: all but keys that are taken here, or none if any is invalid. */
export async function importSettings(source: string): Promise<Imported> {
  const imported = await callBackend('importSettings', { source });
  await records.invalidateQueries({ queryKey: connectionsQuery.queryKey });
  void checkAll(imported.added.map(({ id }) => id));
  const { theme, language, port, shortcuts: wanted, ...plain } = imported.settings;
  const shortcuts = readShortcuts(wanted, mac);
  useSettings.setState(given({ theme, language, shortcuts: wanted === undefined ? undefined : shortcuts }));
  if (Object.keys(plain).length > 0) await changeShellSettings(plain);
  const { service } = await shell.call('readShellSettings', {});
  // Restarts the service, and asks the user to confirm if other computers may then connect to it.
  if (port !== undefined && port !== service.port) await changeLocalService({ ...service, port });
  const refused = Object.entries(wanted ?? {}).filter(([command]) => shortcuts[command] === undefined);
  return { ...imported, refused: Object.fromEntries(refused) };
}
