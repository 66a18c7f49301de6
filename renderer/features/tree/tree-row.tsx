import {
  IconAlertTriangle,
  IconChevronRight,
  IconClock,
  IconDatabase,
  IconFolder,
  IconKeyOff,
  IconLock,
  IconPlugConnectedX,
  IconServer,
  IconStar,
  IconTable,
  IconUserCheck,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '#shared/rpc/records.ts';
import { sessionWords, stateWords } from '../../lib/connection-state.ts';
import { formatShortCount } from '../../lib/format.ts';
import { useLocale } from '../../settings.ts';
import type { TreeNode } from './tree-nodes.ts';

const small = { size: 15, stroke: 1.5, className: 'tree-icon', 'aria-hidden': true } as const;

function NodeIcon({ node }: { node: TreeNode }) {
  switch (node.kind) {
    case 'shelf':
      return node.shelf === 'favourites' ? <IconStar {...small} /> : <IconClock {...small} />;
    case 'connection':
      return node.connection.kind === 'local' ? (
        <IconDatabase {...small} color={node.connection.colour || 'currentColor'} />
      ) : (
        <IconServer {...small} color={node.connection.colour || 'currentColor'} />
      );
    case 'namespace':
      return <IconFolder {...small} />;
    case 'dataset':
      return <IconTable {...small} />;
    case 'failure':
      return <IconAlertTriangle {...small} />;
    case 'note':
      return null;
  }
}

/** What stands at the right of a line: a count, or a word about its state. */
function Aside({ node }: { node: TreeNode }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (node.kind === 'namespace' && !node.published) {
    return <IconLock size={13} stroke={1.5} className="tree-aside" role="img" aria-label={t('tree.notPublic')} />;
  }
  if (node.kind === 'connection') return <ConnectionBadge connection={node.connection} />;
  if (node.kind !== 'dataset') return null;
  if (!node.hasData) return <span className="tree-aside">{t('tree.noData')}</span>;
  if (node.rows === null) return null;
  return (
    <span className="tree-aside" title={t('common.rows', { count: node.rows })}>
      {formatShortCount(node.rows, locale)}
    </span>
  );
}

const sign = { size: 14, stroke: 1.5, className: 'tree-aside', role: 'img' } as const;

/** Whether a service can be reached and as whom, each by a sign of its own. */
function ConnectionBadge({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  const session = sessionWords(t, connection);
  if (connection.state === 'offline' || connection.state === 'failed') {
    return <IconPlugConnectedX {...sign} aria-label={stateWords(t, connection)} />;
  }
  if (connection.session.kind === 'token-refused') return <IconKeyOff {...sign} aria-label={session} />;
  return connection.session.kind === 'signed-in' ? <IconUserCheck {...sign} aria-label={session} /> : null;
}

/** What a line of the catalogue shows. */
export function TreeRow({ node, badge }: { node: TreeNode; badge: ReactNode }) {
  const folder = node.kind === 'connection' || node.kind === 'namespace' || node.kind === 'shelf';
  return (
    <>
      {folder ? (
        <IconChevronRight size={14} stroke={1.5} className="tree-chevron" aria-hidden />
      ) : (
        <span className="tree-chevron" />
      )}
      <NodeIcon node={node} />
      <span className="tree-label" title={node.label}>
        {node.label}
      </span>
      {badge}
      <Aside node={node} />
    </>
  );
}
