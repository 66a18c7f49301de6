import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { rescueCalls } from '#shared/rpc/calls/rescue.ts';
import { stageBackup } from '../../service/closed-store.ts';

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
