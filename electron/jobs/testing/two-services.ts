import { englishText } from '#shared/english/english-text.ts';
import { everyRow } from '#shared/row-query.ts';
import type { PublishResult } from '#shared/rpc/jobs.ts';
import { openTestJobs, publishing, type TestJobs } from './test-jobs.ts';

/** What becomes of a file that is published. */
export interface Outcome {
  /** Why it failed; null if it did not. */
  readonly failure: string | null;
  readonly columns: readonly unknown[];
  readonly count: number | null;
  readonly rows: readonly unknown[];
  /** Codes of what is said about it. */
  readonly said: readonly string[];
}

/** A store of its own, and a running service beside it. */
export interface TwoServices {
  /** Publishes a file into the own store, and through the running service. */
  publishBothWays(file: string): Promise<{ readonly local: Outcome; readonly remote: Outcome }>;
  close(): Promise<void>;
}

const shownRows = 200;

export async function openTwoServices(): Promise<TwoServices> {
  const there = await openTestJobs();
  const here = await openTestJobs();
  const { signal } = new AbortController();
  const { id } = await here.connections.add(there.service.url, 'There', '', signal);
  const token = await there.service.issueOperatorToken();
  await here.connections.signIn(id, { kind: 'token', token }, 'session', signal);
  let number = 0;
  return {
    async publishBothWays(file) {
      number += 1;
      const dataset = `file-${number}`;
      return {
        local: await outcomeOf(here, 'local', file, dataset),
        remote: await outcomeOf(here, id, file, dataset),
      };
    },
    async close() {
      await here.close();
      await there.close();
    },
  };
}

async function outcomeOf(jobs: TestJobs, connection: string, file: string, dataset: string): Promise<Outcome> {
  const { failure, result } = await jobs.run({ ...publishing(file, dataset), connection });
  if (failure !== null) return { failure: englishText(failure), columns: [], count: null, rows: [], said: [] };
  const name = { namespace: 'tests', dataset };
  return jobs.connections.use(connection, async (source) => {
    const { dataset: described } = await source.readDataset(name);
    const { count, rows } = await source.rows(name).read(everyRow, 0, shownRows);
    return {
      failure: null,
      columns: described.columns.map((column) => [column.name, column.type, column.label]),
      count,
      rows: [...rows],
      said: (result as PublishResult).conversions.map(({ code }) => code),
    };
  });
}
