import {
  IconAlertTriangle,
  IconChevronRight,
  IconClock,
  IconDatabase,
  IconFolder,
  IconServer,
  IconStar,
  IconTable,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { imageQuery } from '../../backend/queries.ts';
import { QueryIcon } from '../../ui/query-icon.tsx';
import styles from './tree.module.css';
import { Asides } from './tree-asides.tsx';
import { isFolder, type TreeNode } from './tree-node.ts';

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
