import type { ImportedSettings } from '#shared/rpc/shell/settings-transfer.ts';
import { useSettings } from '../../session/settings.ts';
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

/** Imports settings and connections from such a file: all of them, or none if any is invalid. */
export async function importSettings(source: string): Promise<ImportedSettings> {
  const imported = await callBackend('importSettings', { source });
  await records.invalidateQueries({ queryKey: connectionsQuery.queryKey });
  void checkAll(imported.added.map(({ id }) => id));
  const { theme, language, port, ...plain } = imported.settings;
  useSettings.setState({ ...(theme === undefined ? {} : { theme }), ...(language === undefined ? {} : { language }) });
  if (Object.keys(plain).length > 0) await changeShellSettings(plain);
  const { service } = await shell.call('readShellSettings', {});
  // Restarts the service, and asks the user to confirm if other computers may then connect to it.
  if (port !== undefined && port !== service.port) await changeLocalService({ ...service, port });
  return imported;
}
