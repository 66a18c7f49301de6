import { Button, Menu } from '@mantine/core';
import { IconCloudCheck, IconCloudUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { attempt } from '../../backend/failure.ts';
import { pinnedQuery, startJob } from '../../backend/jobs.ts';
import { connectionsQuery } from '../../backend/records.ts';
import { isAway, originOf, pinState } from '../../lib/catalogue/pinned.ts';
import { showJobs } from '../../state/dialogs.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { switchDataset } from '../../state/tabs.ts';
import { focusView } from '../../state/wanted-focus.ts';
import { DatasetSign } from '../../ui/record-signs.tsx';

/** Switches a tab to the offline copy while the service of its dataset is away, and from the copy to its original. */
export function OfflineSwitch({ tab, address }: { tab: DatasetTab; address: string }) {
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { data: pinned = [] } = useQuery(pinnedQuery);
  const state = pinState(pinned, tab.reference, address);
  if (state.kind === 'none') return null;
  const isCopy = state.kind === 'copy';
  const service = connections.find(({ id }) => id === state.pinned.origin.connection);
  const target = isCopy ? originOf(state.pinned) : state.pinned.reference;
  if (service === undefined || target === null || isAway(service) === isCopy) return null;
  const show = () => {
    switchDataset(tab.id, target);
    focusView();
  };
  return (
    <Button size="compact-xs" variant={isCopy ? 'default' : 'filled'} onClick={show}>
      {t(isCopy ? 'pin.showOriginal' : 'pin.showCopy')}
    </Button>
  );
}

/** Marks a dataset that has a local copy, or is one, and whether there is a newer version. */
export function PinBadge({ reference, address }: { reference: DatasetReference; address: string }) {
  const { data: pinned = [] } = useQuery(pinnedQuery);
  const state = pinState(pinned, reference, address);
  if (state.kind === 'none') return null;
  const newer = state.pinned.newer !== null;
  const origin = { address: state.pinned.origin.address };
  const label =
    state.kind === 'origin'
      ? t(newer ? 'pin.newer' : 'pin.offline')
      : t(newer ? 'pin.copyNewer' : 'pin.copyOf', origin);
  return <DatasetSign label={label} icon={newer ? IconCloudUp : IconCloudCheck} tone={newer ? 'news' : 'plain'} />;
}

interface PinItemProps {
  readonly reference: DatasetReference;
  readonly address: string;
  readonly onOpen: (copy: DatasetReference) => void;
  readonly onRemove: (copy: DatasetReference) => void;
}

/**
 * Menu items that copy a remote dataset to this computer, privately or for everyone, or open, update
 * and delete such a copy.
 */
export function PinItem({ reference, address, onOpen, onRemove }: PinItemProps) {
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { data: pinned = [] } = useQuery(pinnedQuery);
  const state = pinState(pinned, reference, address);
  const pin = async (from: DatasetReference, isPublic: boolean) => {
    await attempt(async () => {
      await startJob({ kind: 'pin', reference: from, version: null, public: isPublic });
      showJobs(true);
    });
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
