import { Button, NumberInput, Radio, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalServiceSettings } from '#shared/rpc/backend-process.ts';
import { failureOf } from '../../backend/failure.ts';
import { changeLocalService, shellSettingsQuery } from '../../backend/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import { Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import { ServiceAddresses } from './service-addresses.tsx';

/** Where the local service listens, and for whom. */
export function ServiceSection() {
  const { data, error, refetch } = useQuery(shellSettingsQuery);
  if (error !== null) return <FailureState failure={failureOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={240} />;
  const { port, network } = data.service;
  return <ServiceForm key={`${port} ${network}`} service={data.service} />;
}

function isPort(port: number | string): port is number {
  return typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535;
}

function ServiceForm({ service }: { service: LocalServiceSettings }) {
  const { t } = useTranslation();
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
          <Radio size="xs" value="this" label={t('localService.onlyThis')} />
          <Radio size="xs" value="network" label={t('localService.network')} />
        </Stack>
      </Radio.Group>
      {network && <Note tone="warning">{t('localService.warning')}</Note>}
      {changed && <Note tone="plain">{t('localService.restart')}</Note>}
      <div aria-live="polite">
        {apply.isPending && <Note tone="plain">{t('localService.applying')}</Note>}
        {apply.data === false && <Note tone="plain">{t('localService.declined')}</Note>}
        {apply.error !== null && <FailureNote failure={failureOf(apply.error)} />}
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
