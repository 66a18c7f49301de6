import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { rescueCalls } from '#shared/rpc/calls/rescue.ts';
import type { StoreFolder } from '../../service/local-service.ts';

/**
 * The functions behind the window's calls for a store that the service cannot start with.
 * @param onRestored called once the answer has been sent: the restored store takes effect at the next start
 */
export function rescueFunctionsOver(
  store: Pick<StoreFolder, 'stageRestore'>,
  onRestored: () => void,
): Pick<BackendFunctions<AbortSignal>, keyof typeof rescueCalls> {
  return {
    async restoreStore({ source }, signal) {
      const { made, datasets, versions, accounts, aside } = await store.stageRestore(source, { signal });
      setImmediate(onRestored);
      return { kind: 'restore', made, datasets, versions, accounts, aside };
    },
  };
}
