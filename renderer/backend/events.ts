import type { QueryKey } from '@tanstack/react-query';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { callKey, onBackendEvent, onBackendRestart } from './port.ts';
import { records } from './records.ts';
import { setRowsReached } from './rows.ts';
import { noticesQuery } from './settings.ts';
import { onShellEvent } from './shell.ts';

type Outdated = {
  readonly [Kind in BackendEvent['kind']]: (event: Extract<BackendEvent, { kind: Kind }>) => readonly QueryKey[];
};

/** What has to be read again after each event. */
const outdated: Outdated = {
  // Who is signed in decides what may be done, and which newer versions of copied datasets are seen.
  'connections-changed': () => [
    callKey('listConnections'),
    callKey('readRights'),
    callKey('listTrash'),
    callKey('listPinned'),
  ],
  'catalogue-changed': ({ connection }) => [
    callKey('listNamespaces', { connection }),
    callKey('readDataset', { connection }),
    callKey('listQueries', { connection }),
    callKey('readFigures', { connection }),
    callKey('readImage', { connection }),
    callKey('readRights'),
    callKey('listTrash'),
    callKey('listPinned'),
    callKey('readRecipe', { connection }),
    callKey('runSql', { connection }),
    // Following for the first time creates a dataset, or a new version of one.
    ...followed,
  ],
  'dataset-changed': ({ reference: { connection, namespace, dataset } }) => [
    callKey('readDataset', { connection, namespace, dataset }),
    callKey('listPinned'),
  ],
  'rows-reached': () => [],
  'jobs-changed': () => [],
  'checks-changed': () => [callKey('listChecks')],
  'removals-changed': () => [callKey('listRemovals')],
  'queries-changed': ({ connection }) => [
    callKey('listQueries', { connection }),
    callKey('readFigures', { connection }),
  ],
  'survey-changed': ({ path }) => [callKey('surveyFile', { path })],
  'viewed-files-changed': () => [callKey('listViewedFiles'), callKey('previewViewedFile')],
  'follow-changed': () => followed,
};

const followed = [
  callKey('listFollowed'),
  callKey('listSourceChanges'),
  callKey('listSourceChecks'),
  callKey('estimateRetention'),
] as const;

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
    // The event is of the kind by which the function was found.
    const keysOf = outdated[event.kind] as (event: BackendEvent) => readonly QueryKey[];
    for (const key of keysOf(event)) void invalidate(key);
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
