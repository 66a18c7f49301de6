import { Button, NumberInput, Radio, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import type { LocalServiceSettings } from '#shared/rpc/backend-process.ts';
import { namespacesQuery, useThisComputer } from '../../backend/records.ts';
import { changeLocalService, localServiceQuery, shellSettingsQuery } from '../../backend/settings.ts';
import { copyText } from '../../backend/shell.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import formStyles from '../../ui/actions/form.module.css';
import { CopyButton } from '../../ui/actions/icon-button.tsx';
import { FailureNote, Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import styles from './settings.module.css';

/** Where the local service listens, and for whom. */
export function ServiceSection() {
  const { data, error, refetch } = useQuery(shellSettingsQuery);
  if (error !== null) return <FailureState failure={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton height={240} />;
  const { port, network } = data.service;
  return <ServiceForm key={`${port} ${network}`} service={data.service} />;
}

function isPort(port: number | string): port is number {
  return typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535;
}

function ServiceForm({ service }: { service: LocalServiceSettings }) {
  const [port, setPort] = useState<number | string>(service.port);
  const [network, setNetwork] = useState(service.network);
  const apply = useMutation({ mutationFn: changeLocalService });
  const valid = isPort(port);
  const changed = port !== service.port || network !== service.network;
  return (
    <div className={formStyles.form}>
      <ServiceAddresses />
      <NumberInput
        label={t('localService.port')}
        description={t('localService.portHint')}
        value={port}
        min={0}
        max={65_535}
        allowDecimal={false}
        clampBehavior="none"
        styles={{ wrapper: { width: 180 } }}
        error={valid ? null : t('localService.portWrong')}
        onChange={setPort}
      />
      <Radio.Group
        size="xs"
        label={t('localService.reach')}
        value={network ? 'network' : 'this'}
        onChange={(value) => setNetwork(value === 'network')}
      >
        <Stack gap={6} mt={4}>
          <Radio value="this" label={t('localService.onlyThis')} />
          <Radio value="network" label={t('localService.network')} />
        </Stack>
      </Radio.Group>
      {network && <Note tone="warning">{t('localService.warning')}</Note>}
      {changed && <Note tone="plain">{t('localService.restart')}</Note>}
      <div aria-live="polite">
        {apply.isPending && <Note tone="plain">{t('localService.applying')}</Note>}
        {apply.data === false && <Note tone="plain">{t('localService.declined')}</Note>}
        <FailureNote failure={apply.error} />
      </div>
      <div className={formStyles.actions}>
        <Button
          disabled={!changed || !valid}
          loading={apply.isPending}
          onClick={() => valid && apply.mutate({ port, network })}
        >
          {t('localService.apply')}
        </Button>
      </div>
    </div>
  );
}

/** The current addresses of the local service, and what others can read there. */
function ServiceAddresses() {
  const { data, error } = useQuery(localServiceQuery);
  if (error !== null) return <FailureNote failure={error} />;
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
  return (
    <div className={styles.address}>
      <span className="mono">{address}</span>
      <CopyButton label={t('localService.copyAddress', { address })} text={address} copy={copyText} />
    </div>
  );
}

/** The names of the namespaces that anyone can read. */
function Readable() {
  const own = useThisComputer()?.id ?? '';
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
