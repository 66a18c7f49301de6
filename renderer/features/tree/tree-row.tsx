import {
  IconAlertTriangle,
  IconChevronRight,
  IconClock,
  IconDatabase,
  IconFolder,
  IconKeyOff,
  IconPlugConnectedX,
  IconServer,
  IconStar,
  IconStarFilled,
  IconTable,
  IconUserCheck,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { MouseEvent, ReactNode } from 'react';
import type { Connection } from '#shared/rpc/records.ts';
import { imageQuery } from '../../backend/queries.ts';
import { datasetQuery } from '../../backend/records.ts';
import { sessionWords, stateWords } from '../../lib/format/connection-state.ts';
import { formatShortCount } from '../../lib/format/format.ts';
import { isFavourite, useFavourites } from '../../state/favourites.ts';
import { useLocale } from '../../state/settings.ts';
import { AccessBadge, QueryIcon } from '../../ui/record-signs.tsx';
import styles from './tree.module.css';
import { type DatasetNode, isFolder, type TreeNode } from './tree-nodes.ts';

const small = { size: 15, stroke: 1.5, className: `${styles.icon}`, 'aria-hidden': true } as const;

function NodeIcon({ node }: { node: TreeNode }) {
  switch (node.kind) {
    case 'list':
      return node.list === 'favourites' ? <IconStar {...small} /> : <IconClock {...small} />;
    case 'connection':
      return node.connection.capabilities.filesOnThisComputer ? (
        <IconDatabase {...small} color={node.connection.colour || 'currentColor'} />
      ) : (
        <IconServer {...small} color={node.connection.colour || 'currentColor'} />
      );
    case 'namespace':
      return (
        <TreeImage connection={node.connection} image={node.image}>
          <IconFolder {...small} />
        </TreeImage>
      );
    case 'dataset':
      return (
        <TreeImage connection={node.reference.connection} image={node.image}>
          <IconTable {...small} />
        </TreeImage>
      );
    case 'query':
      return <QueryIcon query={node.query} {...small} />;
    case 'failure':
      return <IconAlertTriangle {...small} />;
    case 'note':
      return null;
  }
}

interface TreeRowProps {
  readonly node: TreeNode;
  readonly badge: ReactNode;
  /** Id of the element beside the label, which describes the line. */
  readonly asidesId: string;
  readonly onToggle: () => void;
}

/** The content of a line of the catalogue. */
export function TreeRow({ node, badge, asidesId, onToggle }: TreeRowProps) {
  const toggle = (event: MouseEvent) => {
    event.stopPropagation();
    onToggle();
  };
  return (
    <>
      {isFolder(node) ? (
        // For the mouse only: the keyboard expands and collapses lines with the arrow keys.
        // biome-ignore lint/a11y/noStaticElementInteractions: see above.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
        <span className={styles.chevron} onClick={toggle}>
          <IconChevronRight size={14} stroke={1.5} aria-hidden />
        </span>
      ) : (
        <span className={styles.chevron} />
      )}
      <NodeIcon node={node} />
      <span className={styles.label} dir="auto" data-tooltip={node.label}>
        {node.label}
      </span>
      <span className={styles.asides} id={asidesId}>
        {badge}
        <Asides node={node} />
      </span>
    </>
  );
}

interface TreeImageProps {
  readonly connection: string;
  /** As named in the record; empty for none. */
  readonly image: string;
  /** The placeholder while the image is loading, and if there is none. */
  readonly children: ReactNode;
}

/** The small picture of a line, which is decorative. */
function TreeImage({ connection, image, children }: TreeImageProps) {
  const { data } = useQuery(imageQuery(connection, image));
  if (data === undefined || data === null) return children;
  return <img className={styles.image} src={data} alt="" />;
}

const sign = { size: 14, stroke: 1.5, className: `${styles.aside}`, role: 'img' } as const;

/** The right side of a line: its count, and its icons. */
function Asides({ node }: { node: TreeNode }) {
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

function ConnectionBadge({ connection }: { connection: Connection }) {
  const session = sessionWords(t, connection);
  if (connection.state === 'offline' || connection.state === 'failed') {
    return <IconPlugConnectedX {...sign} aria-label={stateWords(t, connection)} />;
  }
  if (connection.session.kind === 'token-refused') return <IconKeyOff {...sign} aria-label={session} />;
  return connection.session.kind === 'signed-in' ? <IconUserCheck {...sign} aria-label={session} /> : null;
}
