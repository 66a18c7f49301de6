import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pinnedQuery } from '../../backend/jobs.ts';
import { connectionsQuery } from '../../backend/service/records.ts';
import { isAway, originOf, pinState } from '../../lib/catalogue/pinned.ts';
import { type DatasetTab, switchDataset } from '../../state/session.ts';
import { focusView } from '../../state/wanted-focus.ts';

/** Switches a tab to the offline copy while the service of its dataset is away, and from the copy to its original. */
export function OfflineSwitch({ tab, address }: { tab: DatasetTab; address: string }) {
  const { t } = useTranslation();
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
