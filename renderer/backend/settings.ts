import { queryOptions } from '@tanstack/react-query';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { given } from '#shared/given.ts';
import type { ParametersOf } from '#shared/rpc/backend.ts';
import type { LocalServiceSettings } from '#shared/rpc/backend-process.ts';
import type { accountCalls } from '#shared/rpc/calls/account.ts';
import type { ImportedSettings } from '#shared/rpc/shell/settings-transfer.ts';
import type { ShellParameters } from '#shared/rpc/shell/shell.ts';
import type { ChangedShortcuts } from '#shared/shortcuts.ts';
import { mac, readShortcuts } from '../lib/keyboard/pressed-keys.ts';
import { useSettings } from '../state/settings.ts';
import { change } from './changes.ts';
import { callBackend, callKey, callQuery } from './port.ts';
import { connectionsQuery, records } from './records.ts';
import { shell } from './shell.ts';

export const shellSettingsQuery = queryOptions({
  queryKey: ['readShellSettings'],
  queryFn: () => shell.call('readShellSettings', {}),
  staleTime: 0,
});

/** The network settings of the local service. */
export const localServiceQuery = callQuery('describeLocalService', {}, { staleTime: 0 });

export async function changeShellSettings(change: ShellParameters<'changeShellSettings'>): Promise<void> {
  await shell.call('changeShellSettings', change);
  await records.invalidateQueries({ queryKey: shellSettingsQuery.queryKey });
}

/** Lets the user choose a PMTiles file as the background of maps, or draws them on the country outlines alone again. */
export async function changeMapBackground(call: 'chooseMapBackground' | 'removeMapBackground'): Promise<void> {
  await shell.call(call, {});
  await records.invalidateQueries({ queryKey: shellSettingsQuery.queryKey });
}

/** Part of the chosen file, from `offset` on, both in bytes; shorter at its end. */
export async function readMapBackground(offset: number, length: number): Promise<ArrayBuffer> {
  const text = await shell.call('readMapBackground', { offset, length });
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}

/** Changes the network settings of the local service; false if the user declined in the shell's dialog. */
export async function changeLocalService(settings: LocalServiceSettings): Promise<boolean> {
  const changed = await shell.call('changeLocalService', settings);
  await records.invalidateQueries({ queryKey: shellSettingsQuery.queryKey });
  await records.invalidateQueries({ queryKey: localServiceQuery.queryKey });
  return changed;
}

/** The contents of a diagnostics report. */
export const diagnosticsQuery = queryOptions({
  queryKey: ['readDiagnostics'],
  queryFn: () => shell.call('readDiagnostics', {}),
  staleTime: 0,
  gcTime: 0,
});

/** Checks whether each service can be reached, and read without signing in. */
async function checkAll(ids: readonly string[]): Promise<void> {
  for (const id of ids) await change('checkConnection', { connection: id }).catch(() => undefined);
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

/** The third-party packages in this program, each with the text of its licence (empty if it has none). */
const Licences = Type.Array(
  Type.Object({ name: Type.String(), version: Type.String(), licence: Type.String(), text: Type.String() }),
);

/** The third-party packages; the build writes the list next to the page. */
export const licencesQuery = queryOptions({
  queryKey: ['licences'],
  queryFn: async ({ signal }) => {
    const answer = await fetch(new URL('licences.json', document.baseURI), { signal });
    return Value.Parse(Licences, await answer.json());
  },
});

/** Asks where to save the diagnostics report, writes it, and opens it. */
export async function reportDiagnostics(): Promise<void> {
  const target = await shell.call('saveDiagnostics', {});
  if (target !== null) await shell.call('openFile', { path: target });
}

/** Notices that the user has not dismissed. */
export const noticesQuery = queryOptions({
  queryKey: ['listNotices'],
  queryFn: () => shell.call('listNotices', {}),
  staleTime: 0,
});

/** The accounts and groups of the local service. */
export const accountsQuery = callQuery('listAccounts', {}, { staleTime: 0 });

/** The calls that change accounts and groups. */
type AccountAction = Exclude<keyof typeof accountCalls, 'describeLocalService' | 'listAccounts'>;

/** Changes an account or a group; the failure's code says what is wrong. */
export async function changeAccounts<Act extends AccountAction>(
  act: Act,
  parameters: ParametersOf<Act>,
): Promise<void> {
  await callBackend(act, parameters);
  await records.invalidateQueries({ queryKey: accountsQuery.queryKey });
  void records.invalidateQueries({ queryKey: callKey('listGroups') });
}

/** The groups of a service that the user may see. */
export function serviceGroupsQuery(connection: string) {
  return callQuery('listGroups', { connection }, { enabled: connection !== '', staleTime: 0 });
}
