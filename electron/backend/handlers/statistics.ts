import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { statisticsCalls } from '#shared/rpc/calls/statistics.ts';
import type { Connections } from '../../connector/connections/connections.ts';
import { localConnection } from '../../connector/connections/entries.ts';
import type { LocalCatalogue } from '../../service/service.ts';
import { answerGroups, type GroupAnswerParts } from '../statistics/answer-groups.ts';
import { makeTable } from '../statistics/make-table.ts';
import type { SampleParts, UseSample } from '../statistics/samples.ts';

type StatisticsFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof statisticsCalls>;

export interface StatisticsParts extends Omit<SampleParts, 'use'> {
  readonly connections: Pick<Connections, 'use'>;
  /** Opens the local store, which may fail. */
  readonly local: () => Promise<Pick<LocalCatalogue, 'listCopies'>>;
  readonly useSample: UseSample;
}

export function statisticsFunctionsOver({
  connections,
  local,
  operations,
  folder,
  useSample,
}: StatisticsParts): StatisticsFunctions {
  const parts: GroupAnswerParts = {
    localConnection,
    listCopies: async () => (await local()).listCopies(),
    useLocal: (act) => connections.use(localConnection, act),
    useSample,
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
