import type { TFunction } from 'i18next';
import type { Connection } from '#shared/rpc/records.ts';

/** The name that the backend gives the local service; a person who has given it another keeps that. */
const givenName = 'This computer';

/** A connection's name; the local one is named in the person's language. */
export function connectionName(t: TFunction, { kind, name }: Connection): string {
  return kind === 'local' && name === givenName ? t('tree.local') : name;
}
