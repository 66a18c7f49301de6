import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { pinnedQuery, startJob } from '../../backend/jobs.ts';
import { reportFailure } from '../../backend/report-failure.ts';
import { connectionsQuery } from '../../backend/service/records.ts';
import { showJobs } from '../../dialogs/file-dialogs.ts';
import { originOf, pinState } from '../../lib/catalogue/pinned.ts';

interface PinItemProps {
  readonly reference: DatasetReference;
  readonly address: string;
  /** Opens the copy, or deletes it. */
  readonly onOpen: (copy: DatasetReference) => void;
  readonly onRemove: (copy: DatasetReference) => void;
}

/**
 * Menu items that copy a remote dataset to this computer, privately or for everyone, or open, update
 * and delete such a copy.
 */
export function PinItem({ reference, address, onOpen, onRemove }: PinItemProps) {
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
  const copy = state.pinned.reference;
  return (
    <>
      {state.kind === 'origin' && <Menu.Item onClick={() => onOpen(copy)}>{t('pin.showCopy')}</Menu.Item>}
      {state.pinned.newer !== null && from !== null && (
        <Menu.Item onClick={() => void pin(from, state.pinned.public)}>{t('pin.refresh')}</Menu.Item>
      )}
      {state.kind === 'origin' && <Menu.Item onClick={() => onRemove(copy)}>{t('pin.remove')}</Menu.Item>}
    </>
  );
}
