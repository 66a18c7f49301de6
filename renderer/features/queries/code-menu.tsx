import { Menu } from '@mantine/core';
import { IconSql } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { rowQueryToParameters } from '#shared/row-query.ts';
import { codeSnippet, snippetLanguages } from '#shared/text/code-snippets.ts';
import { can, copyText } from '../../backend/shell.ts';
import { viewOf } from '../../lib/query/saved-view.ts';
import { viewSql } from '../../lib/query/view-sql.ts';
import { openStatement } from '../../state/statements.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';

/** The view of a tab as SQL, in a new tab or to copy, and as code in other languages. */
export function CodeMenu({ tab, dataset }: { tab: DatasetTab; dataset: Dataset }) {
  const { t } = useTranslation();
  const view = viewOf(tab, dataset.columns);
  const sql = () => viewSql(tab.reference, view, dataset.columns);
  const code = (language: (typeof snippetLanguages)[number]) =>
    codeSnippet(language, { data: dataset.data, parameters: rowQueryToParameters(view) });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t('sql.viewAsCode')} icon={IconSql} />
      </Menu.Target>
      <Menu.Dropdown>
        {can('files') && (
          <>
            <Menu.Item onClick={() => openStatement(tab.reference.connection, sql(), t('sql.title'))}>
              {t('sql.newFromView')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item onClick={() => void copyText(sql())}>{t('tree.copyAs', { language: 'SQL' })}</Menu.Item>
        {snippetLanguages.map((language) => (
          <Menu.Item key={language} onClick={() => void copyText(code(language))}>
            {t('tree.copyAs', { language })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
