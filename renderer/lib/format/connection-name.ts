import type { TFunction } from 'i18next';
import type { Connection } from '#shared/rpc/records.ts';

/** The name that the backend gives its own service until it is given another. */
const givenName = 'This computer';

/** A connection's name; the own service's is translated. */
export function connectionName(t: TFunction, { capabilities, name }: Connection): string {
  return capabilities.filesOnThisComputer && name === givenName ? t('tree.local') : name;
}
