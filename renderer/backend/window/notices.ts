import { queryOptions } from '@tanstack/react-query';
import type { Notice } from '#shared/rpc/backend-process.ts';
import { shell } from './shell.ts';

/** Notices that the user has not dismissed. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: () => shell.call('listNotices', {}),
  staleTime: 0,
});

/** Dismisses a notice; a change event follows. */
export function dismissNotice({ kind, where }: Notice): Promise<void> {
  return shell.call('dismissNotice', { kind, where });
}

/** Shows the local data folder in the file manager. */
export function showDataFolder(): Promise<void> {
  return shell.call('showOwnFolder', { folder: 'data' });
}

/** Rebuilds the local catalogue; a notice reports the result. */
export function rebuildCatalogue(): Promise<void> {
  return shell.call('rebuildCatalogue', {});
}
