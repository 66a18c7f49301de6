import { queryOptions } from '@tanstack/react-query';
import type { LocalServiceSettings } from '#shared/rpc/backend-process.ts';
import type { ShellParameters } from '#shared/rpc/shell/shell.ts';
import { callBackend } from '../backend.ts';
import { records } from '../service/records.ts';
import { shell } from './shell.ts';

/** The settings stored by the shell. */
export const shellSettingsQuery = queryOptions({
  queryKey: ['shell-settings'],
  queryFn: () => shell.call('readShellSettings', {}),
  staleTime: 0,
});

/** The network settings of the local service. */
export const localServiceQuery = queryOptions({
  queryKey: ['local-service'],
  queryFn: ({ signal }) => callBackend('describeLocalService', {}, signal),
  staleTime: 0,
});

/** Changes the given settings of the shell. */
export async function changeShellSettings(change: ShellParameters<'changeShellSettings'>): Promise<void> {
  await shell.call('changeShellSettings', change);
  await records.invalidateQueries({ queryKey: shellSettingsQuery.queryKey });
}

/** Lets the user choose a PMTiles file as the background of maps. @throws {BackendFailure} unless it can be drawn */
export async function chooseMapBackground(): Promise<void> {
  await shell.call('chooseMapBackground', {});
  await records.invalidateQueries({ queryKey: shellSettingsQuery.queryKey });
}

/** Part of the chosen file, from `offset` on, both in bytes; shorter at its end. */
export async function readMapBackground(offset: number, length: number): Promise<ArrayBuffer> {
  const text = await shell.call('readMapBackground', { offset, length });
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}

/** Draws maps on the country outlines alone from now on. */
export async function removeMapBackground(): Promise<void> {
  await shell.call('removeMapBackground', {});
  await records.invalidateQueries({ queryKey: shellSettingsQuery.queryKey });
}

/** Changes the network settings of the local service; false if the user declined in the shell's dialog. */
export async function changeLocalService(settings: LocalServiceSettings): Promise<boolean> {
  const changed = await shell.call('changeLocalService', settings);
  await records.invalidateQueries({ queryKey: shellSettingsQuery.queryKey });
  await records.invalidateQueries({ queryKey: localServiceQuery.queryKey });
  return changed;
}

/** Opens one of Almanac's folders. */
export function showPlace(folder: ShellParameters<'showOwnFolder'>['folder']): Promise<void> {
  return shell.call('showOwnFolder', { folder });
}

/** The contents of a diagnostics report. */
export const diagnosticsQuery = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: () => shell.call('readDiagnostics', {}),
  staleTime: 0,
  gcTime: 0,
});
