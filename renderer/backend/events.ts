import type { QueryKey } from '@tanstack/react-query';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { keys } from './keys.ts';
import { onBackendEvent, onBackendRestart } from './port.ts';
import { records } from './records.ts';
import { setRowsReached } from './rows.ts';
import { onShellEvent } from './shell.ts';

type Outdated = {
  readonly [Kind in BackendEvent['kind']]: (event: Extract<BackendEvent, { kind: Kind }>) => readonly QueryKey[];
};

/** What has to be read again after each event. */
const outdated: Outdated = {
  // Who is signed in decides what may be done, and which newer versions of copied datasets are seen.
  'connections-changed': () => [keys.connections(), keys.rights(), keys.trash(), keys.pinned()],
  'catalogue-changed': ({ connection }) => [
    keys.namespaces(connection),
    keys.dataset(connection),
    keys.queries(connection),
    keys.figures(connection),
    keys.image(connection),
    keys.rights(),
    keys.trash(),
    keys.pinned(),
    keys.recipe(connection),
    keys.sqlPreview(connection),
    // Following for the first time creates a dataset, or a new version of one.
    ...followed,
  ],
  'dataset-changed': ({ reference: { connection, namespace, dataset } }) => [
    keys.dataset(connection, namespace, dataset),
    keys.pinned(),
  ],
  'rows-reached': () => [],
  'jobs-changed': () => [],
  'checks-changed': () => [keys.checks()],
  'removals-changed': () => [keys.removals()],
  'queries-changed': ({ connection }) => [keys.queries(connection), keys.figures(connection)],
  'survey-changed': ({ path }) => [keys.survey(path)],
  'viewed-files-changed': () => [keys.viewedFiles(), keys.viewedPreview()],
  'follow-changed': () => followed,
};

const followed = [keys.followed(), keys.sourceChanges(), keys.sourceChecks(), keys.sourceRetention()] as const;

/**
 * Reads again what events report as changed. Call it before the first query: a job that ends between the first answer
 * and the first event would otherwise appear to run forever.
 */
export function listenToEvents(): void {
  const invalidate = (queryKey: QueryKey) => records.invalidateQueries({ queryKey });
  // Running jobs change many times a second.
  const rereadJobs = oneAtATime(() => invalidate(keys.jobs()));
  onBackendEvent((event) => {
    if (event.kind === 'jobs-changed') rereadJobs();
    if (event.kind === 'rows-reached') setRowsReached(event.reference, event);
    // The event is of the kind by which the function was found.
    const keysOf = outdated[event.kind] as (event: BackendEvent) => readonly QueryKey[];
    for (const key of keysOf(event)) void invalidate(key);
  });
  onBackendRestart(() => void records.invalidateQueries());
  onShellEvent((event) => {
    if (event.kind === 'notices-changed') void invalidate(keys.notices());
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
