import type { TFunction } from 'i18next';
import type { Connection } from '#shared/rpc/records.ts';

/** The default name of the local service. */
const givenName = 'This computer';

/** A connection's name; that of the local service is translated. */
export function connectionName(t: TFunction, { capabilities, name }: Connection): string {
  return capabilities.filesOnThisComputer && name === givenName ? t('tree.local') : name;
}
