import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { rowQueryToParameters } from '#shared/row-query.ts';
import { codeSnippet, type SnippetLanguage, snippetLanguages } from '#shared/text/code-snippets.ts';
import { copyText } from '../../backend/window/shell.ts';
import { queryLine } from '../../lib/query/query-text.ts';
import { viewOf } from '../../lib/query/saved-view.ts';
import type { DatasetTab } from '../../state/session.ts';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import styles from './about.module.css';

/** Code snippets in several languages that read the tab's current view. */
export function AboutSnippets({ tab, dataset }: { tab: DatasetTab; dataset: Dataset }) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const view = viewOf(tab, dataset.columns);
  const parameters = rowQueryToParameters(view);
  const text = codeSnippet(language, { data: dataset.data, parameters });
  return (
    <section>
      <h3 id="about-snippets">{t('about.snippets')}</h3>
      <SegmentedControl
        aria-labelledby="about-snippets"
        data={[...snippetLanguages]}
        value={language}
        onChange={setLanguage}
      />
      <p className={`${styles.description} quiet`}>
        {parameters.length === 0
          ? t('facts.snippetAll')
          : t('facts.snippetView', { view: queryLine(t, view, dataset.columns) })}{' '}
        {t('facts.snippetToken')}
      </p>
      <div className={styles.snippet}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, which the keyboard must reach. */}
        <pre className="mono" tabIndex={0}>
          {text}
        </pre>
        <CopyButton label={t('common.copyNamed', { what: language })} text={text} copy={copyText} />
      </div>
    </section>
  );
}
