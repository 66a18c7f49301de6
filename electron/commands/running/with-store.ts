import { setTimeout as sleep } from 'node:timers/promises';
import { type JoinedService, joinService } from '../../service/service.ts';

/** Give up on a store whose owners keep ending. */
export const maxAttempts = 20;

/** How long the end of an owner may go unnoticed after a request to it has failed. */
const noticeMs = 500;

/**
 * Runs `act` with the local service, and again from the start if the process that owned it ends meanwhile: the store is
 * then taken over, or found at its next owner. So `act` must be repeatable.
 */
export async function withStore<Result>(
  dataFolder: string,
  act: (store: JoinedService) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const store = await joinService(dataFolder);
    try {
      return await act(store);
    } catch (error) {
      if (!(await isLost(store)) || attempt >= maxAttempts) throw error;
    } finally {
      await store.close();
    }
  }
}

/** Whether the owner has ended; a request may fail before that is noticed. */
export async function isLost({ local, lost }: JoinedService): Promise<boolean> {
  if (local === null && !lost.aborted) await sleep(noticeMs, undefined, { signal: lost }).catch(() => undefined);
  return lost.aborted;
}
