import './about.css';
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { copyText } from '../../api/shell.ts';
import { formatCount, formatMoment } from '../../lib/format.ts';
import { type SnippetLanguage, snippet, snippetLanguages } from '../../lib/snippets.ts';
import { useLocale } from '../../settings.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

/** What a dataset is: its description, figures, addresses, and how to read it elsewhere. */
export function AboutView({ details }: { details: DatasetDetails }) {
  const { t } = useTranslation();
  const { dataset } = details;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className="about" aria-label={t('views.about')} tabIndex={0}>
      <div className="about-inner">
        <section>
          <h3>{t('about.description')}</h3>
          <p className={dataset.description === '' ? 'about-description quiet' : 'about-description'}>
            {dataset.description || t('about.noDescription')}
          </p>
        </section>
        <Figures details={details} />
        <section>
          <h3>{t('about.addresses')}</h3>
          <dl className="about-facts">
            <Address label={t('about.address')} address={dataset.url} />
            <Address label={t('about.data')} address={dataset.data} />
            <Address label={t('about.download')} address={dataset.download} />
          </dl>
        </section>
        <Snippets address={dataset.data} />
      </div>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Figures({ details: { dataset, namespaceLabel, rows, notices } }: { details: DatasetDetails }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const newest = dataset.versions.find((version) => version.ready);
  return (
    <section>
      <h3>{t('about.statistics')}</h3>
      <dl className="about-facts">
        <Fact label={t('about.namespace')}>{namespaceLabel}</Fact>
        <Fact label={t('about.latest')}>
          {newest === undefined ? t('common.none') : formatMoment(newest.datetime, locale)}
        </Fact>
        <Fact label={t('about.rows')}>{rows === null ? t('common.notKnown') : formatCount(rows, locale)}</Fact>
        <Fact label={t('about.columns')}>{formatCount(dataset.columns.length, locale)}</Fact>
        <Fact label={t('about.versions')}>{formatCount(dataset.versions.length, locale)}</Fact>
      </dl>
      {notices.map((notice) => (
        <p key={notice} className="about-description quiet">
          {notice}
        </p>
      ))}
    </section>
  );
}

function Address({ label, address }: { label: string; address: string }) {
  const { t } = useTranslation();
  if (address === '') return null;
  return (
    <Fact label={label}>
      <span className="about-address mono">{address}</span>
      <CopyButton label={t('about.copyAddress', { what: label })} text={address} copy={copyText} />
    </Fact>
  );
}

function Snippets({ address }: { address: string }) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const text = snippet(language, address);
  return (
    <section>
      <h3 id="about-snippets">{t('about.snippets')}</h3>
      <SegmentedControl
        aria-labelledby="about-snippets"
        data={[...snippetLanguages]}
        value={language}
        onChange={setLanguage}
      />
      <div className="about-snippet">
        <pre className="mono">{text}</pre>
        <CopyButton label={t('common.copyNamed', { what: language })} text={text} copy={copyText} />
      </div>
    </section>
  );
}
