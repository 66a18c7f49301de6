import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { everyRow } from '#shared/row-query.ts';
import { codeSnippet, snippetLanguages } from '#shared/text/code-snippets.ts';
import { copyText } from '../../backend/window/shell.ts';
import { isFavourite, toggleFavourite, useFavourites } from '../../state/favourites.ts';
import { openDataset, openTab, showPage } from '../../state/session.ts';
import { copyLinkToView } from '../../state/share-view.ts';
import type { DatasetNode, NamespaceNode } from './tree-node.ts';

/** The menu of a dataset. */
export function DatasetMenu({ node, children }: { node: DatasetNode; children: ReactNode }) {
  const { t } = useTranslation();
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
      <Menu.Item onClick={() => void copyLinkToView(t, reference, everyRow)}>{t('catalogue.copyLink')}</Menu.Item>
      {data !== null &&
        snippetLanguages.map((language) => (
          <Menu.Item key={language} onClick={() => void copyText(codeSnippet(language, { data, parameters: [] }))}>
            {t('tree.copyAs', { language })}
          </Menu.Item>
        ))}
    </>
  );
}

/** The menu of a namespace. */
export function NamespaceMenu({ node, children }: { node: NamespaceNode; children: ReactNode }) {
  const { t } = useTranslation();
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
