import {
  IconAlertTriangle,
  IconChevronRight,
  IconDatabase,
  IconFolder,
  IconLock,
  IconServer,
  IconTable,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatShortCount } from '../../lib/format.ts';
import { useLocale } from '../../settings.ts';
import type { TreeNode } from './tree-nodes.ts';

const small = { size: 15, stroke: 1.5, className: 'tree-icon', 'aria-hidden': true } as const;

function NodeIcon({ node }: { node: TreeNode }) {
  switch (node.kind) {
    case 'connection':
      return node.connection.kind === 'local' ? <IconDatabase {...small} /> : <IconServer {...small} />;
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
  if (node.kind !== 'dataset') return null;
  if (!node.hasData) return <span className="tree-aside">{t('tree.noData')}</span>;
  if (node.rows === null) return null;
  return (
    <span className="tree-aside" title={t('common.rows', { count: node.rows })}>
      {formatShortCount(node.rows, locale)}
    </span>
  );
}

/** What a line of the catalogue shows. */
export function TreeRow({ node }: { node: TreeNode }) {
  const folder = node.kind === 'connection' || node.kind === 'namespace';
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
      <Aside node={node} />
    </>
  );
}
