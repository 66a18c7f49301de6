import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { reportFailure } from '../../backend/failure.ts';
import { figuresQuery } from '../../backend/queries.ts';
import { useConnection } from '../../backend/records.ts';
import { copyText, openAddress } from '../../backend/shell.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { formatCount } from '../../lib/format/format.ts';
import { viewAddress } from '../../lib/query/filter-text.ts';
import { viewOf } from '../../lib/query/saved-view.ts';
import { newestReady } from '../../lib/versions/version-metadata.ts';
import { useWords } from '../../state/settings.ts';
import { linkToView } from '../../state/share-view.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import factsStyles from '../../ui/layout/facts.module.css';
import { RelativeTime } from '../../ui/relative-time.tsx';
import styles from './about.module.css';

/** The figures of a dataset: those of its record at once, those that the service calculates as they arrive. */
export function AboutFigures({ reference, details }: { reference: DatasetReference; details: DatasetDetails }) {
  const { t, locale } = useWords();
  const { dataset, namespaceLabel, rows, notices } = details;
  const { data: figures, isPending } = useQuery(figuresQuery(reference));
  const newest = newestReady(dataset)?.datetime ?? figures?.latest ?? '';
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

/** The addresses of a dataset, and of its tab's current view, to copy or open. */
export function AboutAddresses({ tab, dataset }: { tab: DatasetTab; dataset: Dataset }) {
  const { t } = useTranslation();
  const connection = useConnection(tab.reference.connection);
  const view = viewOf(tab, dataset.columns);
  const shownAddress = viewAddress(dataset.data, view);
  const { link } = linkToView(connection, tab.reference, dataset.versions, { view });
  return (
    <section>
      <h3>{t('about.addresses')}</h3>
      <dl className={factsStyles.facts}>
        <Address label={t('about.address')} address={dataset.url} />
        <Address label={t('about.data')} address={dataset.data} />
        {shownAddress !== dataset.data && <Address label={t('facts.apiAddress')} address={shownAddress} />}
        <Address label={t('about.download')} address={dataset.download} />
        <Address label={t('facts.link')} address={link} />
      </dl>
    </section>
  );
}

function Address({ label, address }: { label: string; address: string }) {
  const { t } = useTranslation();
  if (address === '') return null;
  return (
    <Fact label={label}>
      <span className={`${factsStyles.address} mono`}>{address}</span>
      <CopyButton label={t('about.copyAddress', { what: label })} text={address} copy={copyText} />
      {/^https?:/i.test(address) && (
        <IconButton
          size="xs"
          label={t('facts.openAddress', { what: label })}
          onClick={() => void openAddress(address).catch(reportFailure)}
          icon={IconExternalLink}
        />
      )}
    </Fact>
  );
}

/** A line in a list of facts. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
