import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { rowQueryToParameters } from '#shared/row-query.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { codeSnippet, type SnippetLanguage, snippetLanguages } from '#shared/text/code-snippets.ts';
import { imageQuery } from '../../backend/queries.ts';
import { copyText } from '../../backend/shell.ts';
import { queryLine } from '../../lib/query/query-text.ts';
import { viewOf } from '../../lib/query/saved-view.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import styles from './about.module.css';
import { AboutAddresses, AboutFigures } from './about-facts.tsx';
import { ProvenanceSection } from './provenance.tsx';

interface AboutViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** The source that the dataset follows. */
  readonly followed: ReactNode;
  /** The dataset's saved queries. */
  readonly queries: ReactNode;
}

/** Describes a dataset: description, figures, saved queries, addresses, and how to read it elsewhere. */
export function AboutView({ tab, details, followed, queries }: AboutViewProps) {
  const { t } = useTranslation();
  const { dataset } = details;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={styles.about} aria-label={t('views.about')} tabIndex={0}>
      <div className={styles.inner}>
        <section className={styles.opening}>
          <div>
            <h3>{t('about.description')}</h3>
            <p className={dataset.description === '' ? `${styles.description} quiet` : styles.description}>
              {dataset.description || t('about.noDescription')}
            </p>
            {dataset.hidden === true && <p className="quiet">{`${t('editing.hidden')}. ${t('editing.hiddenText')}`}</p>}
          </div>
          <DatasetImage
            connection={tab.reference.connection}
            image={dataset.showcase_image || dataset.image}
            name={dataset.label || dataset.slug}
          />
        </section>
        <AboutFigures reference={tab.reference} details={details} />
        {followed}
        <section>
          <h3>{t('queries.title')}</h3>
          {queries}
        </section>
        <ProvenanceSection reference={tab.reference} versions={dataset.versions} version={tab.query.version} />
        <AboutAddresses tab={tab} dataset={dataset} />
        <AboutSnippets tab={tab} dataset={dataset} />
      </div>
    </section>
  );
}

/** The image reserves its space while loading; without an image no space is reserved. */
function DatasetImage({ connection, image, name }: { connection: string; image: string; name: string }) {
  const { t } = useTranslation();
  const { data, isPending } = useQuery(imageQuery(connection, image));
  if (image === '' || (!isPending && !data)) return null;
  return (
    <div className={styles.image}>
      {data !== undefined && data !== null && <img src={data} alt={t('facts.image', { name })} />}
    </div>
  );
}

function AboutSnippets({ tab, dataset }: { tab: DatasetTab; dataset: Dataset }) {
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
