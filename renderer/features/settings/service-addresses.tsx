import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../backend/failure.ts';
import { connectionsQuery, namespacesQuery } from '../../backend/records.ts';
import { localServiceQuery } from '../../backend/settings.ts';
import { copyText } from '../../backend/shell.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { onThisComputer } from '../../lib/this-computer.ts';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import { Note } from '../../ui/states/note.tsx';
import styles from './settings.module.css';

/** The current addresses of the local service, and what others can read there. */
export function ServiceAddresses() {
  const { t } = useTranslation();
  const { data, error } = useQuery(localServiceQuery);
  if (error !== null) return <FailureNote failure={failureOf(error)} />;
  if (data === undefined) return <Skeleton height={40} />;
  const { url, problem, network, addresses } = data;
  if (url === null) {
    return (
      <Note tone="bad">
        <p>{t('localService.stopped')}</p>
        {problem !== null && <p>{explained(t, problem)}</p>}
      </Note>
    );
  }
  return (
    <>
      <dl className={styles.sample}>
        <dt>{t('localService.running')}</dt>
        <dd>
          <Address address={url} />
        </dd>
        {network && (
          <>
            <dt>{t('localService.others')}</dt>
            <dd>
              {addresses.length === 0 && t('localService.noAddresses')}
              {addresses.map((address) => (
                <Address key={address} address={address} />
              ))}
            </dd>
          </>
        )}
      </dl>
      {network && <Readable />}
    </>
  );
}

function Address({ address }: { address: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.address}>
      <span className="mono">{address}</span>
      <CopyButton label={t('localService.copyAddress', { address })} text={address} copy={copyText} />
    </div>
  );
}

/** The names of the namespaces that anyone can read. */
function Readable() {
  const { t } = useTranslation();
  const { data: connections } = useQuery(connectionsQuery);
  const own = onThisComputer(connections)?.id ?? '';
  const { data } = useQuery({ ...namespacesQuery(own), enabled: own !== '' });
  if (data === undefined) return null;
  const open = data.filter(({ published, allowed_groups: groups }) => published && groups.length === 0);
  const names = open.map(({ label, slug }) => label || slug).join(', ');
  return (
    <Note tone="warning">
      {open.length === 0 ? t('localService.readableNone') : t('localService.readable', { count: open.length, names })}
    </Note>
  );
}
