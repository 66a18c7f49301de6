import type { TFunction } from 'i18next';
import type { Connection } from '#shared/rpc/records.ts';

/** Whether a service is reachable, in a word or two. */
export function stateWords(t: TFunction, { state }: Connection): string {
  switch (state) {
    case 'starting':
      return t('connections.stateStarting');
    case 'ready':
      return t('connections.stateReady');
    case 'offline':
      return t('connections.stateOffline');
    case 'failed':
      return t('connections.stateFailed');
  }
}

/** The account that a connection uses, in a few words. */
export function sessionWords(t: TFunction, { session }: Connection): string {
  switch (session.kind) {
    case 'anonymous':
      return t('connections.anonymous');
    case 'token-refused':
      return t('connections.tokenRefused');
    case 'signed-in': {
      const who =
        session.user === null ? t('connections.signedIn') : t('connections.signedInAs', { user: session.user });
      return session.kept === 'session' ? `${who}, ${t('connections.sessionOnly')}` : who;
    }
  }
}

/** The default name of the local service. */
const givenName = 'This computer';

/** A connection's name, empty while it is unknown; that of the local service is translated. */
export function connectionName(t: TFunction, connection: Connection | undefined): string {
  const { name = '', capabilities } = connection ?? {};
  return capabilities?.filesOnThisComputer === true && name === givenName ? t('tree.local') : name;
}

/** Where a dataset is: its namespace and its connection, as far as known. */
export function placeText(t: TFunction, namespace: string, connection: Connection | undefined): string {
  return [namespace, connectionName(t, connection)].filter((part) => part !== '').join(' · ');
}
