import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { reportFailure } from '../../backend/report-failure.ts';
import { connectionsQuery } from '../../backend/service/records.ts';
import { copyText, openAddress } from '../../backend/window/shell.ts';
import { viewAddress } from '../../lib/query/filter-text.ts';
import { viewOf } from '../../lib/query/saved-view.ts';
import type { DatasetTab } from '../../state/session.ts';
import { linkToView } from '../../state/share-view.ts';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import factsStyles from '../../ui/layout/facts.module.css';
import { Fact } from './fact.tsx';

/** The addresses of a dataset, and of its tab's current view, to copy or open. */
export function AboutAddresses({ tab, dataset }: { tab: DatasetTab; dataset: Dataset }) {
  const { t } = useTranslation();
  const { data: connections } = useQuery(connectionsQuery);
  const connection = connections?.find(({ id }) => id === tab.reference.connection);
  const view = viewOf(tab, dataset.columns);
  const shownAddress = viewAddress(dataset.data, view);
  const { link } = linkToView(connection, tab.reference, dataset.versions, view);
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
          icon={<IconExternalLink size={14} stroke={1.5} aria-hidden />}
        />
      )}
    </Fact>
  );
}
