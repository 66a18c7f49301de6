import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { statisticsCalls } from '#shared/rpc/calls/statistics.ts';
import { scratchConnection } from '#shared/rpc/calls/viewed-files.ts';
import type { Connections } from '../../connector/connections/connections.ts';
import { localConnection } from '../../connector/connections/entries.ts';
import type { LocalCatalogue } from '../../service/service.ts';
import { answerGroups, type GroupAnswerParts } from '../statistics/answer-groups.ts';
import { makeTable } from '../statistics/make-table.ts';
import { openSamples, type SampleParts } from '../statistics/samples.ts';

type StatisticsFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof statisticsCalls>;

export interface StatisticsParts extends Omit<SampleParts, 'use'> {
  readonly connections: Pick<Connections, 'use'>;
  /** Opens the local store, which may fail. */
  readonly local: () => Promise<Pick<LocalCatalogue, 'listCopies'>>;
}

export function statisticsFunctionsOver({
  connections,
  local,
  operations,
  folder,
}: StatisticsParts): StatisticsFunctions {
  const parts: GroupAnswerParts = {
    localConnection,
    listCopies: async () => (await local()).listCopies(),
    useLocal: (act) => connections.use(localConnection, act),
    groupSample: openSamples({ operations, folder, use: (act) => connections.use(scratchConnection, act) }),
  };
  return {
    groupsRows: ({ connection }) =>
      connections.use(connection, async ({ extras }) => (await extras()).has('statistics')),
    readGroups: ({ reference: { connection, ...name }, ...question }, signal) =>
      connections.use(connection, (source) => answerGroups(parts, { source, name, ...question }, signal)),
    async makeTable({ format, table }, signal) {
      const files = async () => (await operations()).files;
      return (await makeTable({ folder: await folder(), files }, format, table, signal)).toString('base64');
    },
  };
}
