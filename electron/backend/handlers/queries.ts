import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { queryCalls } from '#shared/rpc/calls/queries.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import type { Connections } from '../../connector/connections/connections.ts';

type QueryFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof queryCalls>;

/**
 * The calls about saved queries and about figures and images beside a dataset's record.
 * @param announce notifies every window of a changed list
 */
export function queryFunctionsOver(
  connections: Pick<Connections, 'find'>,
  announce: (event: BackendEvent) => void,
): QueryFunctions {
  const changed = (connection: string) => announce({ kind: 'queries-changed', connection });
  return {
    listQueries: ({ connection }, signal) =>
      connections.find(connection).use((source) => source.queries.list(connection, signal)),
    async saveQuery({ reference, ...saved }, signal) {
      const { connection, ...name } = reference;
      const outcome = await connections
        .find(connection)
        .use((source) => source.queries.save(connection, name, saved, signal));
      changed(connection);
      return outcome;
    },
    async changeSavedQuery({ connection, url, ...change }, signal) {
      const saved = await connections
        .find(connection)
        .use((source) => source.queries.change(connection, url, change, signal));
      changed(connection);
      return saved;
    },
    async deleteQuery({ connection, url }, signal) {
      await connections.find(connection).use((source) => source.queries.remove(url, signal));
      changed(connection);
      return {};
    },
    runQuery: ({ connection, data }, signal) =>
      connections.find(connection).use((source) => source.queries.run(data, signal)),
    async readFigures({ connection, ...name }, signal) {
      return { figures: await connections.find(connection).use((source) => source.readFigures(name, signal)) };
    },
    async readImage({ connection, image }, signal) {
      return { content: await connections.find(connection).use((source) => source.readImage(image, signal)) };
    },
  };
}
