import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { pinnedQuery, startJob } from '../../../api/jobs.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { connectionsQuery } from '../../../api/service/records.ts';
import { showJobs } from '../../../dialogs/file-dialogs.ts';
import { originOf, pinState } from './pinned.ts';

/**
 * Menu items that copy a remote dataset to this computer, privately or for everyone, or update such a copy with the
 * same visibility.
 */
export function PinItem({ reference, address }: { reference: DatasetReference; address: string }) {
  const { t } = useTranslation();
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { data: pinned = [] } = useQuery(pinnedQuery);
  const state = pinState(pinned, reference, address);
  const pin = async (from: DatasetReference, isPublic: boolean) => {
    try {
      await startJob({ kind: 'pin', reference: from, version: null, public: isPublic });
      showJobs(true);
    } catch (error) {
      reportFailure(error);
    }
  };
  if (state.kind === 'none') {
    const canPin = connections.find(({ id }) => id === reference.connection)?.capabilities.pin ?? false;
    if (!canPin) return null;
    return (
      <>
        <Menu.Item onClick={() => void pin(reference, false)}>{t('pin.make')}</Menu.Item>
        <Menu.Item onClick={() => void pin(reference, true)}>{t('pin.makePublic')}</Menu.Item>
      </>
    );
  }
  const from = originOf(state.pinned);
  if (state.pinned.newer === null || from === null) return null;
  return <Menu.Item onClick={() => void pin(from, state.pinned.public)}>{t('pin.refresh')}</Menu.Item>;
}
