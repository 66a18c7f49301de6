import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { connectionsQuery } from '../api/records.ts';
import { copyText } from '../api/shell.ts';
import { JobsButton } from '../features/jobs/jobs-button.tsx';
import { connectionName } from '../lib/connection-name.ts';
import { type DatasetTab, useSession } from '../session.ts';
import { CopyButton } from '../ui/copy-button.tsx';

/** The line at the foot of the window: how many rows, of which version, and where from. */
export function StatusBar({ tab }: { tab: DatasetTab | undefined }) {
  const { t } = useTranslation();
  const rowCount = useSession((session) => (tab === undefined ? undefined : session.rowCounts[tab.id]));
  const { data: connections } = useQuery(connectionsQuery);
  const connection = connections?.find((each) =>
    tab === undefined ? each.kind === 'local' : each.id === tab.reference.connection,
  );
  const count = rowCount?.count ?? 0;
  const rows = rowCount?.exact === false ? t('status.atLeast', { count }) : t('common.rows', { count });
  return (
    <footer className="status-bar">
      <span role="status">{rowCount === undefined ? '' : rows}</span>
      {tab?.file !== undefined && <span>{t('viewed.notPublished')}</span>}
      {tab !== undefined && tab.file === undefined && (
        <span>
          {tab.query.version === null ? t('status.newest') : t('status.version', { version: tab.query.version })}
        </span>
      )}
      <span className="status-space" />
      <JobsButton />
      {connection !== undefined && (
        <span className="status-service">
          <span>{connectionName(t, connection)}</span>
          {connection.address !== null && (
            <>
              <span className="status-address mono">{connection.address}</span>
              <CopyButton label={t('status.copyAddress')} text={connection.address} copy={copyText} />
            </>
          )}
        </span>
      )}
    </footer>
  );
}
