import type { Connection } from '#shared/rpc/records.ts';

/** The connection whose files lie on this computer; undefined until the connections are known. */
export function onThisComputer(connections: readonly Connection[] | undefined): Connection | undefined {
  return connections?.find(({ capabilities }) => capabilities.filesOnThisComputer);
}
