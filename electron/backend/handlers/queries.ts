import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { queryCalls } from '#shared/rpc/calls/queries.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { readImage } from '../../connector/catalogue/images.ts';
import {
  changeSavedQuery,
  listQueries,
  readFigures,
  removeQuery,
  runQuery,
  saveQuery,
} from '../../connector/catalogue/queries.ts';
import type { Connections } from '../../connector/connections/connections.ts';
import type { Source } from '../../connector/source.ts';

type QueryFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof queryCalls>;

/**
 * The calls about saved queries and about figures and images beside a dataset's record.
 * @param announce notifies every window of a changed list
 */
export function queryFunctionsOver(
  connections: Pick<Connections, 'use'>,
  announce: (event: BackendEvent) => void,
): QueryFunctions {
  async function changing<Result>(connection: string, act: (source: Source) => Promise<Result>): Promise<Result> {
    const result = await connections.use(connection, act);
    announce({ kind: 'queries-changed', connection });
    return result;
  }

  return {
    listQueries: ({ connection }, signal) =>
      connections.use(connection, (source) => listQueries(source, connection, signal)),
    saveQuery: ({ reference, ...saved }, signal) =>
      changing(reference.connection, (source) => saveQuery(source, reference, saved, signal)),
    changeSavedQuery: ({ connection, url, ...change }, signal) =>
      changing(connection, (source) => changeSavedQuery(source, connection, url, change, signal)),
    deleteQuery: ({ connection, url }, signal) => changing(connection, (source) => removeQuery(source, url, signal)),
    runQuery: ({ connection, data }, signal) => connections.use(connection, (source) => runQuery(source, data, signal)),
    readFigures: async ({ connection, ...name }, signal) => ({
      figures: await connections.use(connection, (source) => readFigures(source, name, signal)),
    }),
    readImage: async ({ connection, image }, signal) => ({
      content: await connections.use(connection, (source) => readImage(source, image, signal)),
    }),
  };
}
