import { queryOptions } from '@tanstack/react-query';
import type { LocalServiceSettings } from '#shared/rpc/backend-process.ts';
import type { ShellParameters } from '#shared/rpc/shell/shell.ts';
import { callBackend } from '../backend.ts';
import { records } from '../service/records.ts';
import { shell } from './shell.ts';

/** The settings that the shell keeps. */
export const shellSettingsQuery = queryOptions({
  queryKey: ['shell-settings'],
  queryFn: () => shell.call('readShellSettings', {}),
  staleTime: 0,
});

/** How this computer's own service can be reached. */
export const localServiceQuery = queryOptions({
  queryKey: ['local-service'],
  queryFn: ({ signal }) => callBackend('describeLocalService', {}, signal),
  staleTime: 0,
});

/** Changes what is given of the shell's settings. */
export async function changeShellSettings(change: ShellParameters<'changeShellSettings'>): Promise<void> {
  await shell.call('changeShellSettings', change);
  await records.invalidateQueries({ queryKey: shellSettingsQuery.queryKey });
}

/** Has the local service listen in another way; false where the person declined in the shell's own dialog. */
export async function changeLocalService(settings: LocalServiceSettings): Promise<boolean> {
  const changed = await shell.call('changeLocalService', settings);
  await records.invalidateQueries({ queryKey: shellSettingsQuery.queryKey });
  await records.invalidateQueries({ queryKey: localServiceQuery.queryKey });
  return changed;
}

/** Shows one of the folders that Almanac keeps things in. */
export function showPlace(folder: ShellParameters<'showOwnFolder'>['folder']): Promise<void> {
  return shell.call('showOwnFolder', { folder });
}

/** All that a report of diagnostics would say. */
export const diagnosticsQuery = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: () => shell.call('readDiagnostics', {}),
  staleTime: 0,
  gcTime: 0,
});
