import { Menu } from '@mantine/core';
import { t } from 'i18next';
import { codeSnippet, type SnippetSource, snippetLanguages } from '#shared/text/code-snippets.ts';
import { MenuItem } from './icon-button.tsx';

interface CodeItemsProps {
  /** Null for what SQL cannot say exactly. */
  readonly sql: () => string | null;
  readonly source: () => SnippetSource;
  readonly onCopy: (code: string | null) => void;
}

/** Menu items that copy what is shown as SQL, and as code in other languages. */
export function CodeItems({ sql, source, onCopy }: CodeItemsProps) {
  return (
    <>
      <MenuItem text={t('tree.copyAs', { language: 'SQL' })} onClick={() => onCopy(sql())} />
      {snippetLanguages.map((language) => (
        <MenuItem
          key={language}
          text={t('tree.copyAs', { language })}
          onClick={() => onCopy(codeSnippet(language, source()))}
        />
      ))}
    </>
  );
}

/** The same in a menu of their own within another one. */
export function CodeSubmenu(props: CodeItemsProps) {
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{t('sql.copyAsCode')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <CodeItems {...props} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
