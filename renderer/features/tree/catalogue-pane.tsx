import { Menu } from '@mantine/core';
import { t } from 'i18next';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { everyRow } from '#shared/row-query.ts';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import type { Connection, DatasetReference } from '#shared/rpc/records.ts';
import { codeSnippet, snippetLanguages } from '#shared/text/code-snippets.ts';
import { copyText } from '../../backend/shell.ts';
import { mainConnection } from '../../lib/catalogue/find-records.ts';
import { helpFor } from '../../lib/help.ts';
import { regionOf } from '../../lib/keyboard/regions.ts';
import { isFavourite, toggleFavourite, useFavourites } from '../../state/favourites.ts';
import { copyLinkToView } from '../../state/share-view.ts';
import { openDataset, openTab, showPage } from '../../state/tabs.ts';
import { expandAtFirst, setFilter, useTreeState } from '../../state/tree.ts';
import { MenuItem } from '../../ui/actions/icon-button.tsx';
import { SearchField } from '../../ui/actions/search-field.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import styles from './tree.module.css';
import { CatalogueTree } from './tree.tsx';
import {
  connectionNodeId,
  type DatasetNode,
  foundNothing,
  listNodeId,
  type NamespaceNode,
  type TreeNode,
} from './tree-nodes.ts';
import { useTreeContent } from './use-tree-content.ts';

interface CataloguePaneProps {
  /** Buttons beside the heading. */
  readonly actions: ReactNode;
  readonly connectionMenu: (connection: Connection) => ReactNode;
  /** Further menu items of a namespace. */
  readonly namespaceMenu: (connection: string, namespace: string) => ReactNode;
  /** Further menu items of a dataset, and what is shown beside its name. */
  readonly datasetMenu: (reference: DatasetReference, address: string) => ReactNode;
  readonly datasetBadge: (reference: DatasetReference, address: string) => ReactNode;
  /** The menu items of a saved query. */
  readonly queryMenu: (query: QuerySummary) => ReactNode;
}

/** Escape clears the filter; the arrow key moves from it to the remaining lines. */
function onFilterKey(event: KeyboardEvent): void {
  if (event.key === 'Escape') setFilter('');
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  document.querySelector<HTMLElement>('[data-region="catalogue"] [role="treeitem"][tabindex="0"]')?.focus();
}

/** The left pane of the window: the catalogue and its filter. */
export function CataloguePane(props: CataloguePaneProps) {
  const { actions, connectionMenu, namespaceMenu, datasetMenu, datasetBadge, queryMenu } = props;
  const menuOf = (node: TreeNode): ReactNode => {
    if (node.kind === 'dataset') {
      const more = node.address === null ? null : datasetMenu(node.reference, node.address);
      return <DatasetMenu node={node}>{more}</DatasetMenu>;
    }
    if (node.kind === 'namespace') {
      return <NamespaceMenu node={node}>{namespaceMenu(node.connection, node.slug)}</NamespaceMenu>;
    }
    if (node.kind === 'query') return queryMenu(node.query);
    return node.kind === 'connection' ? connectionMenu(node.connection) : null;
  };
  const badgeOf = (node: TreeNode): ReactNode =>
    node.kind === 'dataset' && node.address !== null ? datasetBadge(node.reference, node.address) : null;
  const filter = useTreeState((store) => store.filter);
  const { connections, content } = useTreeContent();
  const own = mainConnection(connections.data)?.id;
  useEffect(() => {
    if (own !== undefined) expandAtFirst([connectionNodeId(own), listNodeId('favourites')]);
  }, [own]);
  return (
    <section
      className={styles.catalogue}
      {...regionOf('catalogue')}
      {...helpFor('catalogue')}
      data-tour="catalogue"
      aria-label={t('tree.title')}
    >
      <div className={styles.catalogueBar}>
        <h2 className={styles.catalogueTitle}>{t('tree.title')}</h2>
        {actions}
      </div>
      <div className={styles.catalogueFilter}>
        <SearchField
          data-field="catalogue-filter"
          label={t('tree.filter')}
          text={filter}
          onText={setFilter}
          onClear={() => setFilter('')}
          onKeyDown={onFilterKey}
        />
      </div>
      {connections.error !== null && connections.data === undefined ? (
        <FailureState failure={connections.error} onRetry={connections.refetch} />
      ) : (
        <>
          {foundNothing(content, filter) && (
            <p className={styles.catalogueEmpty}>{t('tree.noMatch', { text: filter })}</p>
          )}
          <CatalogueTree content={content} menuOf={menuOf} badgeOf={badgeOf} />
        </>
      )}
    </section>
  );
}

function DatasetMenu({ node, children }: { node: DatasetNode; children: ReactNode }) {
  const { reference, label, address, data } = node;
  const favourite = useFavourites((list) => isFavourite(list.favourites, reference));
  return (
    <>
      <Menu.Item onClick={() => openDataset(reference, label)}>{t('tree.open')}</Menu.Item>
      <Menu.Item onClick={() => openTab({ reference, label })}>{t('catalogue.openInNewTab')}</Menu.Item>
      <Menu.Item onClick={() => toggleFavourite({ reference, label })}>
        {t(favourite ? 'tree.removeFavourite' : 'tree.addFavourite')}
      </Menu.Item>
      {children !== null && <Menu.Divider />}
      {children}
      <Menu.Divider />
      {address !== null && <Menu.Item onClick={() => void copyText(address)}>{t('tree.copyAddress')}</Menu.Item>}
      <MenuItem text={t('catalogue.copyLink')} onClick={() => void copyLinkToView(t, reference, { view: everyRow })} />
      {data !== null &&
        snippetLanguages.map((language) => (
          <Menu.Item key={language} onClick={() => void copyText(codeSnippet(language, { data, parameters: [] }))}>
            {t('tree.copyAs', { language })}
          </Menu.Item>
        ))}
    </>
  );
}

function NamespaceMenu({ node, children }: { node: NamespaceNode; children: ReactNode }) {
  return (
    <>
      <Menu.Item onClick={() => showPage({ kind: 'namespace', connection: node.connection, namespace: node.slug })}>
        {t('namespacePage.open')}
      </Menu.Item>
      <Menu.Divider />
      {children}
      <Menu.Item onClick={() => void copyText(node.address)}>{t('tree.copyAddress')}</Menu.Item>
    </>
  );
}
