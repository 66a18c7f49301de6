import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { pinnedQuery, startJob } from '../../api/jobs.ts';
import { connectionsQuery } from '../../api/records.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { showJobs } from '../../file-dialogs.ts';
import { originOf, pinState } from '../../lib/pinned.ts';

/** The menu item that copies a remote dataset to this computer, or the newer version of one that was copied. */
export function PinItem({ reference, address }: { reference: DatasetReference; address: string }) {
  const { t } = useTranslation();
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { data: pinned = [] } = useQuery(pinnedQuery);
  const state = pinState(pinned, reference, address);
  const pin = async (from: DatasetReference) => {
    try {
      await startJob({ kind: 'pin', reference: from, version: null });
      showJobs(true);
    } catch (error) {
      reportFailure(error);
    }
  };
  const isLocal = (id: string) => connections.some((each) => each.id === id && each.kind === 'local');
  if (state.kind === 'none') {
    if (isLocal(reference.connection)) return null;
    return <Menu.Item onClick={() => void pin(reference)}>{t('pin.make')}</Menu.Item>;
  }
  const from = originOf(state.pinned);
  if (state.pinned.newer === null || from === null) return null;
  return <Menu.Item onClick={() => void pin(from)}>{t('pin.refresh')}</Menu.Item>;
}
