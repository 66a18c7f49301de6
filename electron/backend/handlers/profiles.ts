import PQueue from 'p-queue';
import type { DatasetName } from '#shared/dataset-name.ts';
import { explain } from '#shared/failures.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { ColumnProfile, insightCalls } from '#shared/rpc/calls/insight.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { type LinkedCodes, readCodeLists, readUnlisted, writeCodeList } from '../../connector/catalogue/code-lists.ts';
import { readDifferences } from '../../connector/catalogue/differences.ts';
import { readOutline, readProfileProgress } from '../../connector/catalogue/service-profiles.ts';
import type { Connections } from '../../connector/connections/connections.ts';
import { abortedError, ServiceError } from '../../connector/errors.ts';
import { jsonBody } from '../../connector/http/json-body.ts';
import type { Source } from '../../connector/source.ts';
import type { UseSample } from '../statistics/samples.ts';

/** The functions behind the window's calls for profiles and comparisons. */
export type InsightFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof insightCalls>;

/** Maximum number of profiles calculated at the same time on one connection: visible rows must not wait for them. */
const maxConcurrent = 2;

interface ProfileQuestion {
  readonly name: DatasetName;
  readonly query: RowQuery;
  readonly column: string;
  readonly maxRows: number;
}

export function insightFunctionsOver(
  connections: Pick<Connections, 'use'>,
  announce: (event: BackendEvent) => void,
  useSample: UseSample,
): InsightFunctions {
  const queues = new Map<string, PQueue>();

  /** Runs the requests of a connection one after the other; cancelled ones leave the queue. */
  async function inTurn<Result>(connection: string, signal: AbortSignal, act: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(connection) ?? new PQueue({ concurrency: maxConcurrent });
    queues.set(connection, queue);
    try {
      return await queue.add(act, { signal });
    } catch (error) {
      throw signal.aborted ? abortedError() : error;
    }
  }

  return {
    async describeColumn({ reference: { connection, namespace, dataset }, column, label, description }, signal) {
      const body = jsonBody({ columns: [{ name: column, label, description }] });
      await connections.use(connection, (source) => {
        const address = new URL(source.layout.dataset(namespace, dataset));
        return source.send({ method: 'PATCH', address, body }, signal);
      });
      announce({ kind: 'catalogue-changed', connection });
    },
    readCodeLists: ({ reference: { connection, ...name } }, signal) =>
      connections.use(connection, async (source) => {
        const lists = await readCodeLists(source, name, signal);
        const listed = ({ columns, list, codes }: LinkedCodes) => ({
          columns: [...columns],
          list,
          codes: [...codes.values()].flatMap(({ code, label, parent, validity }) =>
            validity.map(({ from, to }) => ({
              ...{ code, label, parent },
              ...(from !== null && { valid_from: from }),
              ...(to !== null && { valid_to: to }),
            })),
          ),
        });
        return lists === null ? null : lists.map(listed);
      }),
    async changeCodeList({ reference: { connection, ...name }, ...change }, signal) {
      await connections.use(connection, (source) => writeCodeList(source, name, change, signal));
      announce({ kind: 'catalogue-changed', connection });
    },
    readUnlistedCodes: ({ reference: { connection, ...name }, ...asked }, signal) =>
      connections.use(connection, (source) => readUnlisted(source, name, asked, signal)),
    comparesVersions: ({ connection }) =>
      connections.use(connection, async ({ extras }) => (await extras()).has('diff')),
    readDifferences: ({ reference: { connection, ...name }, ...request }, signal) =>
      connections.use(connection, async (source) => (await readDifferences(source, name, request, signal)).rows),
    countDifferences: ({ reference: { connection, ...name }, ...pair }, signal) =>
      connections.use(connection, async (source) => {
        const { changed, added, removed } = await readDifferences(
          source,
          name,
          { ...pair, columns: [], offset: 0, limit: 1 },
          signal,
        );
        return { changed, added, removed };
      }),
    outlineColumns: ({ reference: { connection, ...name }, version }, signal) =>
      connections.use(connection, (source) => readOutline(source, name, version, signal)),
    profileColumn: ({ reference: { connection, ...name }, query, column, rows: maxRows }, signal) =>
      inTurn(connection, signal, () =>
        connections.use(connection, async (source) => {
          const own = await source.profile(name, query, column, signal);
          return own ?? (await profileSample(source, useSample, { name, query, column, maxRows }, signal));
        }),
      ),
    readProfileProgress: ({ reference: { connection, ...name }, query }, signal) =>
      connections.use(connection, (source) => readProfileProgress(source, name, query, signal)),
  };
}

/** The profile of a column over the first rows, of a service that makes none. */
async function profileSample(
  source: Source,
  useSample: UseSample,
  { name, query, column, maxRows }: ProfileQuestion,
  signal: AbortSignal,
): Promise<ColumnProfile> {
  const rows = { ...query, ordering: [], fields: null };
  const { dataset } = await source.readDataset(name, signal);
  const { columns } = dataset;
  const known = columns.find((one) => one.name === column);
  if (known === undefined) throw new ServiceError('not-found', explain('no-such-column'), column);
  const { count, version } = await source.rows(name).read(rows, 0, 1, signal);
  return useSample({ source, name, rows, maxRows, columns, version, count }, signal, async (sample) => {
    const profile = await sample.source.profile(sample.name, everyRow, column, signal);
    if (profile === null) throw new ServiceError('not-found', explain('no-such-column'), column);
    return { ...profile, type: known.type, of: sample.of };
  });
}
