import type { Connection } from '#shared/rpc/records.ts';

/** The connection to the local service; undefined until connections are known. */
export function onThisComputer(connections: readonly Connection[] | undefined): Connection | undefined {
  return connections?.find(({ capabilities }) => capabilities.filesOnThisComputer);
}
