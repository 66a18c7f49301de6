import type { QueryKey } from '@tanstack/react-query';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { outdatedKeys } from './changes.ts';
import outdated from './outdated.json' with { type: 'json' };
import { callKey, onBackendEvent, onBackendRestart } from './port.ts';
import { records } from './records.ts';
import { setRowsReached } from './rows.ts';
import { noticesQuery } from './settings.ts';
import { onShellEvent } from './shell.ts';

/** What has to be read again after each event. Following for the first time creates a dataset, or a version of one. */
const outdatedBy: Readonly<Record<BackendEvent['kind'], readonly string[]>> = outdated.events;

/**
 * Reads again what events report as changed. Call it before the first query: a job that ends between the first answer
 * and the first event would otherwise appear to run forever.
 */
export function listenToEvents(): void {
  const invalidate = (queryKey: QueryKey) => records.invalidateQueries({ queryKey });
  // Running jobs change many times a second.
  const rereadJobs = oneAtATime(() => invalidate(callKey('listJobs')));
  onBackendEvent((event) => {
    if (event.kind === 'jobs-changed') rereadJobs();
    if (event.kind === 'rows-reached') setRowsReached(event.reference, event);
    for (const key of outdatedKeys(outdatedBy[event.kind], event)) void invalidate(key);
  });
  onBackendRestart(() => void records.invalidateQueries());
  onShellEvent((event) => {
    if (event.kind === 'notices-changed') void invalidate(noticesQuery.queryKey);
  });
}

/**
 * Runs an action at most once at a time. Requests during a run cause exactly one further run after it, so the last
 * request always takes effect, and frequent requests cannot restart a slow action endlessly.
 * @param act must not reject
 */
export function oneAtATime(act: () => Promise<unknown>): () => void {
  let underWay = false;
  let again = false;
  async function run(): Promise<void> {
    underWay = true;
    do {
      again = false;
      await act();
    } while (again);
    underWay = false;
  }
  return () => {
    again = true;
    if (!underWay) void run();
  };
}
