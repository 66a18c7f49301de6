import type { useSession } from './session.ts';

/** The service of this computer. */
const ownService = 'local';

/**
 * Whether the window shows no rows but such as this computer has anyway. Those of other services are not kept beyond a
 * run of the program, and what the person may read of them can change meanwhile.
 */
export function showsOwnRowsOnly({
  tabs,
  activeTab,
}: Pick<ReturnType<typeof useSession.getState>, 'tabs' | 'activeTab'>): boolean {
  const front = tabs.find(({ id }) => id === activeTab);
  return front === undefined || front.reference.connection === ownService;
}
