import { queryOptions } from '@tanstack/react-query';
import type { Notice } from '#shared/rpc/backend-process.ts';
import { shell } from './shell.ts';

/** What the person should know of and has not dismissed. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: () => shell.call('listNotices', {}),
  staleTime: 0,
});

/** Takes a notice away; the list is announced anew. */
export function dismissNotice({ kind, where }: Notice): Promise<void> {
  return shell.call('dismissNotice', { kind, where });
}

/** Shows the folder of this computer's own data in the file manager. */
export function showDataFolder(): Promise<void> {
  return shell.call('showOwnFolder', { folder: 'data' });
}

/** Has the catalogue of this computer's own datasets rebuilt; a notice says what came of it. */
export function rebuildCatalogue(): Promise<void> {
  return shell.call('rebuildCatalogue', {});
}
