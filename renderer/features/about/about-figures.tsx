import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { figuresQuery } from '../../backend/service/queries.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useLocale } from '../../state/settings.ts';
import factsStyles from '../../ui/layout/facts.module.css';
import { RelativeTime } from '../../ui/relative-time.tsx';
import styles from './about.module.css';
import { Fact } from './fact.tsx';

/** The figures of a dataset: those of its record at once, those that the service calculates as they arrive. */
export function AboutFigures({ reference, details }: { reference: DatasetReference; details: DatasetDetails }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { dataset, namespaceLabel, rows, notices } = details;
  const { data: figures, isPending } = useQuery(figuresQuery(reference));
  const newest = dataset.versions.find((version) => version.ready)?.datetime ?? figures?.latest ?? '';
  const counted = (value: number | null | undefined) => {
    if (value !== null && value !== undefined) return formatCount(value, locale);
    return <span className="quiet">{isPending ? '…' : t('facts.notProvided')}</span>;
  };
  return (
    <section>
      <h3>{t('about.statistics')}</h3>
      <dl className={factsStyles.facts}>
        <Fact label={t('about.namespace')}>{namespaceLabel}</Fact>
        <Fact label={t('about.latest')}>
          {newest === '' ? t('common.none') : <RelativeTime iso={newest} locale={locale} />}
        </Fact>
        <Fact label={t('facts.elements')}>{counted(rows ?? figures?.elements)}</Fact>
        <Fact label={t('about.columns')}>{formatCount(dataset.columns.length, locale)}</Fact>
        <Fact label={t('about.versions')}>{formatCount(dataset.versions.length, locale)}</Fact>
        <Fact label={t('facts.queries')}>{counted(figures?.queries)}</Fact>
        <Fact label={t('facts.views')}>{counted(figures?.views)}</Fact>
      </dl>
      {notices.map((notice) => (
        <p key={notice.code} className={`${styles.description} quiet`}>
          {explained(t, notice)}
        </p>
      ))}
    </section>
  );
}
