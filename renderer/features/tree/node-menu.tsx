import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { codeSnippet, snippetLanguages } from '#shared/code-snippets.ts';
import { copyText } from '../../api/shell.ts';
import { openDataset } from '../../session.ts';
import { isFavourite, toggleFavourite, useShelf } from '../../shelf.ts';
import type { TreeNode } from './tree-nodes.ts';

/** What can be done with a dataset. */
export function DatasetMenu({ node, children }: { node: Extract<TreeNode, { kind: 'dataset' }>; children: ReactNode }) {
  const { t } = useTranslation();
  const favourite = useShelf((shelf) => isFavourite(shelf.favourites, node.reference));
  const { address, data } = node;
  return (
    <>
      <Menu.Item onClick={() => openDataset(node.reference, node.label)}>{t('tree.open')}</Menu.Item>
      {children}
      <Menu.Divider />
      <Menu.Item onClick={() => toggleFavourite({ reference: node.reference, label: node.label })}>
        {t(favourite ? 'tree.removeFavourite' : 'tree.addFavourite')}
      </Menu.Item>
      {address !== null && <Menu.Item onClick={() => void copyText(address)}>{t('tree.copyAddress')}</Menu.Item>}
      {data !== null &&
        snippetLanguages.map((language) => (
          <Menu.Item key={language} onClick={() => void copyText(codeSnippet(language, { data, parameters: [] }))}>
            {t('tree.copyAs', { language })}
          </Menu.Item>
        ))}
    </>
  );
}

/** What can be done with a namespace. */
export function NamespaceMenu({ address, children }: { address: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      {children}
      <Menu.Item onClick={() => void copyText(address)}>{t('tree.copyAddress')}</Menu.Item>
    </>
  );
}
