import { Box, Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SessionState } from '#shared/rpc/records.ts';
import { connectionsQuery, datasetQuery } from '../../backend/records.ts';
import { can, copyText, goToAccountPage } from '../../backend/shell.ts';
import { JobsButton } from '../../features/jobs/jobs-button.tsx';
import { mainConnection } from '../../lib/catalogue/find-records.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { knownCount } from '../../lib/format/known-count.ts';
import { regionOf } from '../../lib/keyboard/regions.ts';
import { useRowCount, useShownTab } from '../../state/row-count.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from '../workspace.module.css';
import { SelectionFiguresBar } from './selection-figures.tsx';

/** The status bar: row count, version and origin. */
export function StatusBar({ tab }: { tab: DatasetTab | undefined }) {
  const { t } = useTranslation();
  const { data: connections } = useQuery(connectionsQuery);
  const connection =
    tab === undefined ? mainConnection(connections) : connections?.find(({ id }) => id === tab.reference.connection);
  return (
    <footer className={styles.statusBar} {...regionOf('status')}>
      <span role="status">{tab === undefined ? '' : <RowCount tab={tab} />}</span>
      {tab?.file !== undefined && <span>{t('viewed.notPublished')}</span>}
      {tab !== undefined && tab.file === undefined && (
        <span>
          {tab.query.version === null ? t('status.newest') : t('status.version', { version: tab.query.version })}
        </span>
      )}
      <Box flex={1} />
      {tab?.view === 'rows' && <SelectionFiguresBar key={tab.id} tab={tab} />}
      {can('jobs') && <JobsButton />}
      {!can('connections') && connection !== undefined && <Account session={connection.session} />}
      {connection !== undefined && (
        <Flex component="span" align="center" gap="xs" miw={0}>
          <span>{connectionName(t, connection)}</span>
          {connection.address !== null && (
            <>
              <bdi className={`${styles.statusAddress} mono`}>{connection.address}</bdi>
              <CopyButton label={t('status.copyAddress')} text={connection.address} copy={copyText} />
            </>
          )}
        </Flex>
      )}
    </footer>
  );
}

/** Signs in to the service that the window belongs to, or out of it; shows the account. */
function Account({ session }: { session: SessionState }) {
  const { t } = useTranslation();
  const isSignedIn = session.kind === 'signed-in';
  return (
    <Button
      flex="none"
      size="compact-xs"
      variant="subtle"
      color="gray"
      {...(isSignedIn && hint(t('connections.signOut')))}
      onClick={() => goToAccountPage(isSignedIn ? 'logout' : 'login')}
    >
      {isSignedIn ? session.user : t('connections.signIn')}
    </Button>
  );
}

/** The number of rows that a tab shows, and the total if a filter or search excludes some. */
function RowCount({ tab }: { tab: DatasetTab }) {
  const { t } = useTranslation();
  const known = useRowCount(useShownTab(tab));
  // A file that is still being read is not a dataset yet.
  const { data: details } = useQuery({ ...datasetQuery(tab.reference), enabled: known !== null });
  if (known === null) return null;
  const { count } = known;
  if (!known.exact) return t('status.atLeast', { count });
  const { query } = tab;
  const all = details === undefined ? null : knownCount({ ...query, filters: [], search: '' }, details);
  // Rows beside charts may be those of a selection, which is not a filter of the tab.
  const isPart = query.filters.length > 0 || query.search !== '' || (tab.view === 'charts' && all !== count);
  return all === null || !isPart ? t('common.rows', { count }) : t('figures.rowsOf', { shown: count, count: all });
}
