import { IconKeyOff, IconPlugConnectedX, IconStarFilled, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Connection } from '#shared/rpc/records.ts';
import { datasetQuery } from '../../backend/records.ts';
import { sessionWords, stateWords } from '../../lib/format/connection-state.ts';
import { formatShortCount } from '../../lib/format/format.ts';
import { isFavourite, useFavourites } from '../../state/favourites.ts';
import { useLocale } from '../../state/settings.ts';
import { AccessBadge } from '../../ui/access-badge.tsx';
import styles from './tree.module.css';
import type { DatasetNode, TreeNode } from './tree-node.ts';

const sign = { size: 14, stroke: 1.5, className: `${styles.aside}`, role: 'img' } as const;

/** The right side of a line: its count, and its icons. */
export function Asides({ node }: { node: TreeNode }) {
  switch (node.kind) {
    case 'connection':
      return <ConnectionBadge connection={node.connection} />;
    case 'namespace':
      return <AccessBadge access={node.access} className={styles.aside} />;
    case 'dataset':
      return <DatasetAsides node={node} />;
    default:
      return null;
  }
}

function DatasetAsides({ node }: { node: DatasetNode }) {
  const { t } = useTranslation();
  const favourite = useFavourites((list) => isFavourite(list.favourites, node.reference));
  const isListed = node.id.startsWith('shelf');
  return (
    <>
      <AccessBadge access={node.access} className={styles.aside} />
      {favourite && !isListed && <IconStarFilled {...sign} size={11} aria-label={t('tree.favourite')} />}
      {node.hasData ? <RowCount node={node} /> : <span className={styles.aside}>{t('tree.noData')}</span>}
    </>
  );
}

/** The count in the version's metadata; without one, the count found when the dataset was opened. */
function RowCount({ node }: { node: DatasetNode }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: details } = useQuery({ ...datasetQuery(node.reference), enabled: false });
  const rows = node.rows ?? details?.rows ?? null;
  if (rows === null) return null;
  return (
    <span className={styles.aside} data-tooltip={t('common.rows', { count: rows })}>
      <span aria-hidden>{formatShortCount(rows, locale)}</span>
      <span className="visually-hidden">{t('common.rows', { count: rows })}</span>
    </span>
  );
}

/** Whether a service can be reached, and the account, each by an icon. */
function ConnectionBadge({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  const session = sessionWords(t, connection);
  if (connection.state === 'offline' || connection.state === 'failed') {
    return <IconPlugConnectedX {...sign} aria-label={stateWords(t, connection)} />;
  }
  if (connection.session.kind === 'token-refused') return <IconKeyOff {...sign} aria-label={session} />;
  return connection.session.kind === 'signed-in' ? <IconUserCheck {...sign} aria-label={session} /> : null;
}
